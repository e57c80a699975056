import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { openTestBrowser, type TestBrowser } from './testing/test-browser.js';

/** Requests and packets that reached the canaries. */
const reached: string[] = [];
const names = new Map<string, string[]>();
let browser: TestBrowser;
let canary: LocalListener;
const udp = createSocket('udp4');

beforeAll(async () => {
  // Any connection counts, with any protocol.
  canary = await listenLocally(
    createTcpServer((socket) => {
      reached.push('a connection');
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk) => reached.push(String(chunk).split('\r\n', 1)[0] ?? ''));
      socket.end();
    }),
  );
  udp.on('message', () => reached.push('udp'));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  browser = await openTestBrowser({
    limits: { selectorMs: 60_000 },
    lookup: (name) => Promise.resolve(names.get(name) ?? []),
  });
});

beforeEach(() => {
  reached.length = 0;
});

afterAll(async () => {
  await browser.close();
  await canary.close();
  udp.close();
});

/** Captures a page that runs a script and signals when it is done. */
async function attempt(script: string, head = ''): Promise<void> {
  browser.pages.put(
    '/attempt',
    `<!doctype html>${head}<body><script>
      const done = () => { document.body.append(Object.assign(document.createElement('p'), { id: 'done' })); };
      ${script}
    </script>`,
  );
  await browser.takeImage('/attempt', { waitForSelector: '#done' });
}

/** Every way for a page to make a request; each requests a path of its own name. */
const REQUESTS: Readonly<Record<string, string>> = {
  image: 'new Image().src = url',
  fetch: 'fetch(url, { mode: "no-cors" }).catch(() => 0)',
  redirected: 'fetch("/redirect?" + url, { mode: "no-cors" }).catch(() => 0)',
  frame: 'add("iframe", { src: url })',
  'redirected-frame': 'add("iframe", { src: "/redirect?" + url })',
  'data-frame': 'add("iframe", { srcdoc: `<img src="${url}">` })',
  websocket: 'new WebSocket(url.replace("http", "ws"))',
  events: 'new EventSource(url)',
  worker: 'new Worker("/worker.js?" + url)',
  'shared-worker': 'new SharedWorker("/worker.js?" + url)',
  'blob-worker': 'new Worker(URL.createObjectURL(new Blob([`fetch("${url}", { mode: "no-cors" })`])))',
  beacon: 'navigator.sendBeacon(url)',
  video: 'add("video", { src: url, preload: "auto" })',
  stylesheet: 'add("link", { rel: "stylesheet", href: url })',
  module: 'import(url).catch(() => 0)',
  preload: 'add("link", { rel: "preload", as: "script", href: url })',
  prefetch: 'add("link", { rel: "prefetch", href: url })',
  form: 'add("iframe", { name: "target" }); add("form", { target: "target", action: url }).submit()',
  object: 'add("object", { data: url })',
  keepalive: 'fetch(url, { mode: "no-cors", keepalive: true }).catch(() => 0)',
};

/** Tries every listed request against a host; one page runs them all at once. */
async function attemptAll(host: string): Promise<void> {
  browser.pages.put('/redirect', (request, response) =>
    response.writeHead(302, { Location: request.url?.split('?')[1] }).end(),
  );
  browser.pages.put('/worker.js', (request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/javascript' })
      .end(`fetch(${JSON.stringify(request.url?.split('?')[1])}, { mode: "no-cors" }).catch(() => 0)`),
  );
  const scripts = Object.entries(REQUESTS).map(
    ([name, script]) => `try { const url = 'http://${host}/${name}'; ${script}; } catch {}`,
  );
  await attempt(`
    const add = (name, fields) => document.body.appendChild(Object.assign(document.createElement(name), fields));
    ${scripts.join('\n')}
    setTimeout(done, 700);
  `);
}

test('lets every kind of request reach an allowed host', async () => {
  browser.pages.asked.length = 0;

  // A busy browser does not send them all before the page is done.
  await eventually(async () => {
    await attemptAll(browser.pages.target);
    expect(browser.pages.asked).toEqual(expect.arrayContaining(Object.keys(REQUESTS).map((name) => `/${name}`)));
  });
});

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', 'inside.example.com'])(
  'blocks every kind of request to this machine as %s',
  async (host) => {
    names.set('inside.example.com', ['127.0.0.1']);

    await attemptAll(`${host}:${canary.port}`);

    expect(reached).toEqual([]);
  },
);

test('blocks service workers, windows and resource hints from reaching this machine', async () => {
  const url = `http://127.0.0.1:${canary.port}/`;
  const links = ['preconnect', 'dns-prefetch', 'prerender', 'modulepreload', 'icon', 'manifest']
    .map((rel) => `<link rel="${rel}" href="${url}${rel}">`)
    .join('');
  const rules = { prerender: [{ urls: [`${url}prerendered`] }], prefetch: [{ urls: [`/redirect?${url}ahead`] }] };

  await attempt(
    `navigator.serviceWorker?.register("/worker.js?${url}service-worker");
     window.open("${url}window");
     window.open("/redirect?${url}redirected-window");
     new WebSocket("${url.replace('http', 'wss')}secure-websocket");
     setTimeout(done, 700);`,
    `${links}<script type="speculationrules">${JSON.stringify(rules)}</script>`,
  );

  expect(reached).toEqual([]);
});

test('sends no WebRTC traffic to this machine or around the proxy', async () => {
  const { port } = udp.address();
  const servers = [
    `stun:127.0.0.1:${port}`,
    `turn:127.0.0.1:${port}?transport=udp`,
    `turn:127.0.0.1:${canary.port}?transport=tcp`,
  ];
  const candidate = `candidate:1 1 udp 2122260223 127.0.0.1 ${port} typ host`;

  await attempt(`
    const iceServers = ${JSON.stringify(servers)}.map((urls) => ({ urls, username: 'u', credential: 'c' }));
    const [a, b] = [new RTCPeerConnection({ iceServers }), new RTCPeerConnection({ iceServers })];
    a.createDataChannel('x');
    a.onicecandidate = ({ candidate }) => candidate && b.addIceCandidate(candidate);
    b.onicecandidate = ({ candidate }) => candidate && a.addIceCandidate(candidate);
    (async () => {
      await a.setLocalDescription();
      await b.setRemoteDescription(a.localDescription);
      await b.setLocalDescription();
      await a.setRemoteDescription(b.localDescription);
      await a.addIceCandidate({ candidate: ${JSON.stringify(candidate)}, sdpMid: '0' });
      setTimeout(done, 500);
    })().catch(done);
  `);

  expect(reached).toEqual([]);
});

test('refuses to capture a page that redirects to this machine', async () => {
  browser.pages.put('/redirect', (_request, response) =>
    response.writeHead(302, { Location: `http://127.0.0.1:${canary.port}/` }).end(),
  );
  browser.pages.put('/refresh', `<meta http-equiv="refresh" content="0;url=http://127.0.0.1:${canary.port}/">`);

  expect(await browser.takeFailure('/redirect')).toMatchObject({ code: 'blocked_target', retryable: false });
  expect(await browser.takeFailure('/refresh', { delayMs: 10_000 })).toMatchObject({ code: 'blocked_target' });
  expect(reached).toEqual([]);
});

test.each([
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::7f00:1]/',
  'http://127.0.0.1.nip.example.com/',
  'http://dealbridge.example.com/',
  'file:///etc/hosts',
  'chrome://version',
  'data:text/html,x',
  'http://ok.example.com:22/',
  'http://ok.example.com:6379/',
])('refuses %s as a target', async (url) => {
  names.set('127.0.0.1.nip.example.com', ['127.0.0.1']);
  names.set('ok.example.com', ['93.184.215.14']);

  expect(await browser.takeFailure(url)).toMatchObject({ code: 'blocked_target', retryable: false });
});

test('distinguishes an unknown host from a TLS failure', async () => {
  expect(await browser.takeFailure('http://nowhere.example.com/')).toMatchObject({
    code: 'dns_failure',
    retryable: true,
  });
  expect(await browser.takeFailure('https://nowhere.example.com/')).toMatchObject({
    code: 'dns_failure',
    retryable: true,
  });
  const tls = browser.pages.url('/').replace('http:', 'https:');
  expect(await browser.takeFailure(tls)).toMatchObject({ code: 'tls_failure', retryable: false });
});
