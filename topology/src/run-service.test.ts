/** Code that must not compile. Nothing here is executed: the type check fails for an expectation that is not met. */
import { expect, test } from '@jest/globals';
import type { RunningProcess } from './run-process.js';
import { type AskingService, type RunningService, runService, type Sender } from './run-service.js';

/** Type-checks a start function without running it. */
const compiles = (_start: () => unknown) => expect(true).toBe(true);

test('a service has exactly the connections in its row', () =>
  compiles(() => ({
    copilot: ({ connections, destinations }: AskingService<'copilot'>) => [
      connections.identity,
      connections.screenshot,
      destinations.identity,
      // @ts-expect-error -- Copilot calls deal, and sends it no deliveries.
      destinations.deal,
    ],
    deal: ({ connections, destinations, openUpstream }: AskingService<'deal'>) => [
      destinations.viewcheck,
      // @ts-expect-error -- Deal only sends deliveries to viewcheck, and never calls it.
      connections.viewcheck,
      // @ts-expect-error -- Deal sends requests to no internal listener.
      openUpstream('shortener'),
    ],
    outbox: ({ destinations }: Sender<'viewcheck'>) => [
      destinations.deal,
      // @ts-expect-error -- Viewcheck calls screenshot, and sends it no deliveries.
      destinations.screenshot,
    ],
    worker: ({ connections }: RunningProcess<'click-consumer'>) => [
      // @ts-expect-error -- The click consumer calls no process.
      connections.identity,
    ],
  })));

test('a process has exactly the settings in its row', () =>
  compiles(() => ({
    deal: ({ settings }: AskingService<'deal'>): (string | number | undefined)[] => [
      settings.ACTIVITY_RETENTION_DAYS,
      settings.REDIS_URL,
      settings.IDENTITY_ADDRESS,
      // @ts-expect-error -- Deal does not read where memories are.
      settings.MEMORY_DATABASE_URL,
      // @ts-expect-error -- Deal does not reach copilot.
      settings.COPILOT_ADDRESS,
    ],
    worker: ({ settings }: RunningProcess<'click-consumer'>): string => settings.REDIS_URL,
  })));

test('a service has an image store, and calls in its own name, when its row has the settings for it', () =>
  compiles(() => ({
    screenshot: ({ objects, asSelf }: AskingService<'screenshot'>) => [objects, asSelf],
    // @ts-expect-error -- Deal keeps no images.
    deal: ({ objects }: AskingService<'deal'>) => objects,
    // @ts-expect-error -- Identity issues assertions itself.
    identity: ({ asSelf }: RunningService<'identity'>) => asSelf,
  })));

test("a service states whether it reports agents' writes, and identity brings its own keys", () =>
  compiles(() => [
    () => runService('copilot', { toolCalls: null }, () => undefined),
    // @ts-expect-error -- `toolCalls` is required.
    () => runService('copilot', {}, () => undefined),
    // @ts-expect-error -- Identity must pass its own keys.
    () => runService('identity', { toolCalls: null }, () => undefined),
    // @ts-expect-error -- The gateway has no database.
    () => runService('gateway', { toolCalls: null }, () => undefined),
  ]));
