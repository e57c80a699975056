/**
 * Lint rule: tests must not wait for a fixed time, which is too short on a busy machine and wasted on any other. A test waits for its condition, with
 * `eventually`, or for a message of the product.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Exceptions, with reasons: files, and folders with a trailing slash. */
const MAY_WAIT = {
  'test/bench/': 'measures a span of time, or lets a process come to rest before it does',
  'test/image/installation.ts': 'asks a container until it is ready, as often as its probe would',
  'test/image/podman.ts': 'asks until a container has ended',
  'test/start-command.ts': 'asks until something was printed; stops for good what does not stop in time',
  'test/stores/minio.ts': 'asks until the store is ready',
  'test/stores/redis.ts': 'asks until the store is ready',
  'test/system/processes/keep-alive-load.ts': 'sends so many requests a second',
};

const TIMERS = new Set(['node:timers/promises', 'timers/promises']);

const noSleepInTests = {
  meta: {
    type: 'problem',
    messages: {
      sleeps: 'A fixed wait makes a test slow or flaky: wait for a condition instead, as with `eventually`.',
    },
  },
  create(context) {
    const file = relative(ROOT, context.filename);
    if (Object.keys(MAY_WAIT).some((path) => file === path || (path.endsWith('/') && file.startsWith(path)))) return {};
    /** Local names of the promise-based timer, whose first argument is the delay. */
    const sleeps = new Set();
    return {
      ImportDeclaration({ source, specifiers }) {
        if (!TIMERS.has(source.value)) return;
        for (const { imported, local } of specifiers) if (imported?.name === 'setTimeout') sleeps.add(local.name);
      },
      CallExpression(call) {
        const { name } = call.callee;
        const delay = sleeps.has(name) ? call.arguments[0] : name === 'setTimeout' ? call.arguments[1] : undefined;
        if (delay && isFixed(delay)) context.report({ node: call, messageId: 'sleeps' });
      },
    };
  },
};

/** Whether a delay is a constant, by its name, or a number other than 0, which only yields a turn. */
function isFixed(delay) {
  if (delay.type === 'Literal') return delay.value !== 0;
  if (delay.type === 'BinaryExpression') return isFixed(delay.left) && isFixed(delay.right);
  return delay.type === 'Identifier' && /^[A-Z][A-Z\d_]+$/.test(delay.name);
}

export default { meta: { name: 'dealbridge' }, rules: { 'no-sleep-in-tests': noSleepInTests } };
