-- Script for wrk: requests `/<id>` of random links in a range, and prints the result as one line of JSON.
-- Arguments: number of the first link, number of links.

function init(arguments)
  first = tonumber(arguments[1])
  count = tonumber(arguments[2])
  math.randomseed(os.time())
  local head = "GET /%s HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\nUser-Agent: " .. wrk.headers["User-Agent"] .. "\r\n\r\n"
  form = string.gsub(head, "%%s", "b%%07d")
  if count == 1 then
    local only = string.format(form, first)
    request = function() return only end
  end
end

function request()
  return string.format(form, first + math.random(0, count - 1))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
