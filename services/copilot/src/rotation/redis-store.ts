import type { openRedis } from '@svc/chassis/dependencies/redis';
import { FAULT_CLASSES } from '../models/fault-classes.js';
import { type Cooldown, type CoolingFault, isOfUser, type Scope, STRIKE_SECONDS } from './cooldown.js';
import type { Counter, KnownState, RotationStore } from './rotation-store.js';

type Redis = ReturnType<typeof openRedis>;

const PREFIX = 'cop:';
/** Longer than any pause that providers may request for a user. */
const USERS_SECONDS = 2 * 86_400;
const cooldownKey = (scope: Scope): string => `${PREFIX}cd:${scope}`;
const strikeKey = (scope: Scope): string => `${PREFIX}strike:${scope}`;
/** Sorted by end, to count the cooldowns of users. */
const USERS_KEY = `${PREFIX}users`;
const probeKey = (scope: Scope): string => `${PREFIX}probe:${scope}`;

/** Keeps the cooldown that ends later. KEYS: cooldown, strikes. An empty `until` means that the strikes decide the length. */
const COOL = `
  local now, started = tonumber(ARGV[1]), tonumber(ARGV[2])
  local text = redis.call('GET', KEYS[1])
  local running = text and cjson.decode(text)
  local strike
  if running and running.at >= started then strike = running.strike else strike = redis.call('INCR', KEYS[2]) end
  redis.call('EXPIRE', KEYS[2], ARGV[9])
  local ends = tonumber(ARGV[5])
  if not ends then
    ends = now + math.floor(math.min(tonumber(ARGV[7]), tonumber(ARGV[6]) * 2 ^ (strike - 1)) * tonumber(ARGV[8]))
  end
  if running and running['until'] >= ends then return text end
  local cooldown = { class = ARGV[3], status = tonumber(ARGV[4]) or cjson.null, strike = strike, at = now }
  cooldown['until'] = ends
  text = cjson.encode(cooldown)
  redis.call('SET', KEYS[1], text, 'PX', math.max(1, ends - now))
  return text`;

/** Increments all keys, or none when one is full. ARGV: maximum and seconds of each. */
const TAKE = `
  for at, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[at * 2 - 1]) then return 0 end
  end
  for at, key in ipairs(KEYS) do
    redis.call('INCR', key)
    redis.call('EXPIRE', key, ARGV[at * 2])
  end
  return 1`;

/** The state of models that all processes share. Every method rejects while Redis is down. */
export function createRedisStore(redis: Redis): RotationStore {
  return {
    kind: 'redis',
    async read(scopes, counters) {
      const keys = scopes.flatMap((scope) => [cooldownKey(scope), strikeKey(scope), probeKey(scope)]);
      const all = [...keys, ...counters.map((key) => PREFIX + key)];
      return toState(scopes, counters, all.length === 0 ? [] : await redis.mget(all));
    },
    async cool(scope, fault) {
      const cooldown = readCooldown(
        (await redis.eval(COOL, 2, cooldownKey(scope), strikeKey(scope), ...argumentsOf(fault))) as string,
      );
      if (isOfUser(scope)) await noteUser(redis, scope, cooldown.until, fault.now);
      return cooldown;
    },
    countUserCooldowns: (now) => redis.zcount(USERS_KEY, now, '+inf'),
    async forgive(scopes) {
      if (scopes.length > 0) await redis.del(scopes.flatMap((scope) => [strikeKey(scope), probeKey(scope)]));
    },
    async probe(scope, seconds) {
      return (await redis.set(probeKey(scope), '1', 'EX', seconds, 'NX')) === 'OK';
    },
    async endProbe(scopes) {
      if (scopes.length > 0) await redis.del(scopes.map(probeKey));
    },
    async take(counters) {
      if (counters.length === 0) return true;
      const keys = counters.map(({ key }) => PREFIX + key);
      return (await redis.eval(TAKE, keys.length, ...keys, ...counters.flatMap(boundsOf))) === 1;
    },
    nextTurn: () => redis.incr(`${PREFIX}turn`),
    close: () => redis.disconnect(),
  };
}

/** The next write removes expired ones, and the key itself expires. */
async function noteUser(redis: Redis, scope: Scope, until: number, now: number): Promise<void> {
  await redis
    .multi()
    .zremrangebyscore(USERS_KEY, '-inf', now)
    .zadd(USERS_KEY, until, scope)
    .expire(USERS_KEY, USERS_SECONDS)
    .exec();
}

function argumentsOf({ class: name, status, length, startedAt, now }: CoolingFault): (string | number)[] {
  const bounds = 'until' in length ? [length.until, 0, 0, 1] : ['', length.baseMs, length.capMs, length.factor];
  return [now, startedAt, name, status ?? '', ...bounds, STRIKE_SECONDS];
}

function boundsOf({ max, seconds }: Counter): number[] {
  return [max, seconds];
}

function toState(
  scopes: readonly Scope[],
  counters: readonly string[],
  values: readonly (string | null)[],
): KnownState {
  return {
    scopes: new Map(
      scopes.map((scope, at) => {
        const [cooldown = null, strikes = null, probe = null] = values.slice(at * 3);
        const known = cooldown === null ? undefined : readCooldown(cooldown);
        return [scope, { cooldown: known, isStruck: strikes !== null, isProbed: probe !== null }];
      }),
    ),
    counts: new Map(counters.map((key, at) => [key, Number(values[scopes.length * 3 + at] ?? 0)])),
  };
}

/** Parses a cooldown, which a process of the previous or next release may have written. */
function readCooldown(text: string): Cooldown {
  const { class: name, until, strike, status, at } = JSON.parse(text) as Cooldown;
  return { class: FAULT_CLASSES.find((each) => each === name) ?? 'upstream', until, strike, status, at };
}
