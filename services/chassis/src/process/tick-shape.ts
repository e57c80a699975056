import { executionAsyncResource } from 'node:async_hooks';

const kept: { tick?: object } = {};

/**
 * Keeps an object of `process.nextTick` alive. V8 forgets the shape of these objects when a major collection finds none of them, and
 * each tick takes six times as long from then on, for good.
 */
export function keepTickShape(): void {
  process.nextTick(() => void (kept.tick = executionAsyncResource()));
}
