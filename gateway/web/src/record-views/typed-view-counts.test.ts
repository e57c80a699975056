import { afterEach, expect, jest, test } from '@jest/globals';
import { ApiError } from '../api/api-error.js';
import type { Input, Output } from '../api/operations.js';
import type { KeptCount } from '../kept/counts.js';
import { UNDO_MS } from './last-count.js';
import type { Recorder } from './recorder.js';
import { TypedViewCounts } from './typed-view-counts.js';

type ViewLog = Output<'deals.add_view_log'>;

const settle = () => new Promise((resolve) => setImmediate(resolve));
/** Tests do not render anything. */
const shown = async (): Promise<void> => undefined;

test('undo reverts the last entered count, regardless of the order of responses', async () => {
  const answers = new Map<string, () => void>();
  const removed: string[] = [];
  const typedViewCounts = new TypedViewCounts(
    {
      shown,
      add: ({ videoId, value }: Input<'deals.add_view_log'>) =>
        new Promise((resolve) => {
          answers.set(videoId, () => resolve({ id: `log of ${videoId}`, value, version: 1 } as ViewLog));
        }),
      correct: () => Promise.reject(new Error('Nothing is corrected here.')),
      attach: () => Promise.reject(new Error('Nothing is attached here.')),
      remove: async ({ viewId }) => removed.push(viewId),
      prove: () => Promise.reject(new Error('Nothing is proved here.')),
    },
    { list: () => ({}), keep: () => undefined, forget: () => undefined },
    String,
  );
  for (const videoId of ['first', 'second']) {
    const row = { dealId: 'deal', videoId, lastValue: null };
    typedViewCounts.type(row, '100');
    typedViewCounts.enter(row, undefined);
  }
  await settle();
  answers.get('second')?.();
  await settle();
  answers.get('first')?.();
  await settle();

  expect([typedViewCounts.stateOf('first').isLast, typedViewCounts.stateOf('second').isLast]).toEqual([false, true]);
  const undone = await typedViewCounts.undo();

  expect([undone?.videoId, removed]).toEqual(['second', ['log of second']]);
});

type Sent = { readonly input: Input<'deals.add_view_log'>; readonly key: string };

const ROW = { dealId: 'deal', videoId: 'video', lastValue: null };

/** Pages that share the browser's storage; each call gets the next of `answers`. */
function openPages(...answers: (ApiError | 'recorded')[]) {
  const sent: Sent[] = [];
  const kept = new Map<string, KeptCount>();
  const recorder: Recorder = {
    shown,
    add: async (input, key) => {
      sent.push({ input, key });
      const answer = answers.shift() ?? 'recorded';
      if (answer !== 'recorded') throw answer;
      return { id: 'log', value: input.value, version: 1 } as ViewLog;
    },
    correct: () => Promise.reject(new Error('Nothing is corrected here.')),
    attach: () => Promise.reject(new Error('Nothing is attached here.')),
    remove: () => Promise.reject(new Error('Nothing is removed here.')),
    prove: () => Promise.reject(new Error('Nothing is proved here.')),
  };
  const store = {
    list: () => Object.fromEntries(kept),
    keep: (videoId: string, count: KeptCount) => void kept.set(videoId, count),
    forget: (videoId: string) => void kept.delete(videoId),
  };
  return { sent, kept, open: () => new TypedViewCounts(recorder, store, String) };
}

const answered = (status: number, code: string): ApiError => new ApiError(status, { code, message: 'No.' }, undefined);

test.each([
  ['the connection is lost', answered(0, 'CONNECTION_LOST')],
  ['the first call is still at work', answered(409, 'IDEMPOTENCY_IN_PROGRESS')],
  ['the answer says nothing of what was done', answered(500, 'INTERNAL')],
])('a count keeps its key and its time until it is answered: %s', async (_why, failure) => {
  const { sent, kept, open } = openPages(failure, failure);
  jest.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z'), doNotFake: ['setImmediate'] });
  const friday = open();
  friday.type(ROW, '1200');
  friday.enter(ROW, undefined);
  await settle();
  // Without a connection it waits, whatever keys are pressed; else Enter retries.
  friday.enter(ROW, undefined);
  friday.resume();
  await settle();
  await jest.advanceTimersByTimeAsync(3 * 86_400_000);
  const monday = open();
  monday.resume();
  await settle();
  jest.useRealTimers();

  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent.map(({ input }) => input.checkedAt)).toEqual(Array(3).fill('2026-11-20T09:00:00.000Z'));
  expect([monday.stateOf('video').status, kept.size]).toEqual(['recorded', 0]);
});

test('an emptied field gets its recorded count back', async () => {
  const { open, sent } = openPages();
  const page = open();
  page.type(ROW, '1234');
  page.enter(ROW, undefined);
  await settle();

  page.type(ROW, '');
  expect(page.enter(ROW, undefined)).toBe(true);
  expect(page.stateOf('video')).toMatchObject({ text: '1234', status: 'recorded' });
  page.type(ROW, '12');
  expect(page.reset(ROW)).toBe(true);
  expect(page.stateOf('video')).toMatchObject({ text: '1234', status: 'recorded' });
  expect(page.reset(ROW)).toBe(false);
  // A note that is not saved yet stays to be saved.
  page.describe(ROW, { note: 'Seen at noon' });
  page.type(ROW, '');
  page.reset(ROW);
  expect(page.stateOf('video')).toMatchObject({ text: '1234', status: 'open', details: { note: 'Seen at noon' } });
  expect(sent).toHaveLength(1);
});

test('a refused count is sent with another key', async () => {
  const { sent, open } = openPages(answered(400, 'VALIDATION_ERROR'));
  const page = open();
  page.type(ROW, '1200');
  page.enter(ROW, undefined);
  await settle();
  page.enter(ROW, undefined);
  await settle();

  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('a count that was recorded and deleted since is dropped', async () => {
  const { kept, open } = openPages(answered(0, 'CONNECTION_LOST'), answered(409, 'CONFLICT'));
  const page = open();
  page.type(ROW, '1200');
  page.enter(ROW, undefined);
  await settle();
  page.resume();
  await settle();

  expect(kept.size).toBe(0);
  expect(page.stateOf('video')).toMatchObject({
    text: '',
    message: 'This count was recorded before and then deleted.',
  });
});

test('a screenshot is sent with the count, replaces the one of a recorded count, and can be removed', async () => {
  const added: (string | null | undefined)[] = [];
  const attached: unknown[] = [];
  let version = 1;
  let screenshots = 0;
  const typedViewCounts = new TypedViewCounts(
    {
      shown,
      add: async ({ screenshotId, value }) => {
        added.push(screenshotId);
        return { id: 'log', value, version } as ViewLog;
      },
      correct: () => Promise.reject(new Error('Nothing is corrected here.')),
      attach: async ({ screenshotId }, expected) => {
        attached.push([screenshotId, expected]);
        version += 1;
        return { id: 'log', value: 100, version } as ViewLog;
      },
      remove: () => Promise.reject(new Error('Nothing is removed here.')),
      prove: async () => ({ screenshotId: `screenshot ${(screenshots += 1)}`, detectedViews: null }),
    },
    { list: () => ({}), keep: () => undefined, forget: () => undefined },
    String,
  );
  const image = new File([], 'views.png');

  await typedViewCounts.prove(ROW, image);
  await typedViewCounts.unprove(ROW);
  await typedViewCounts.prove(ROW, image);
  typedViewCounts.type(ROW, '100');
  typedViewCounts.enter(ROW, undefined);
  await settle();
  await typedViewCounts.prove(ROW, image);
  const replaced = typedViewCounts.stateOf('video').proof;
  await typedViewCounts.unprove(ROW);

  expect(added).toEqual(['screenshot 2']);
  expect(replaced).toMatchObject({ screenshotId: 'screenshot 3' });
  expect(attached).toEqual([
    ['screenshot 3', 1],
    [null, 2],
  ]);
  expect(typedViewCounts.stateOf('video').proof).toBeUndefined();
});

/** A page whose last count can be undone; `jest` controls its time. */
async function recordOne(remove: Recorder['remove']): Promise<TypedViewCounts> {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
  const page = new TypedViewCounts(
    {
      shown,
      add: async ({ value }) => ({ id: 'log', value, version: 1 }) as ViewLog,
      correct: async ({ value = 0 }, version) => ({ id: 'log', value, version: version + 1 }) as ViewLog,
      attach: () => Promise.reject(new Error('Nothing is attached here.')),
      remove,
      prove: () => Promise.reject(new Error('Nothing is proved here.')),
    },
    { list: () => ({}), keep: () => undefined, forget: () => undefined },
    String,
  );
  page.type(ROW, '1200');
  page.enter(ROW, undefined);
  await settle();
  return page;
}

afterEach(() => {
  jest.useRealTimers();
});

test('the last count offers undo for ten seconds, then neither offers nor does it', async () => {
  const removed: string[] = [];
  const page = await recordOne(async ({ viewId }) => removed.push(viewId));
  const says = (): unknown[] => [page.stateOf('video').isLast, page.canUndo()];
  expect(UNDO_MS).toBe(10_000);

  await jest.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(says()).toEqual([true, true]);
  await jest.advanceTimersByTimeAsync(1);
  expect(says()).toEqual([false, false]);
  await page.undo();
  expect(removed).toEqual([]);
});

test('while a count is being corrected, undo applies to its field', async () => {
  const page = await recordOne(() => Promise.reject(new Error('Nothing is removed here.')));

  page.type(ROW, '1300');
  expect(page.canUndo()).toBe(false);
  page.type(ROW, '1200');
  page.enter(ROW, undefined);
  expect(page.canUndo()).toBe(true);
});

test('undo of a correction brings back the count that it replaced, once', async () => {
  const page = await recordOne(() => Promise.reject(new Error('Nothing is removed here.')));
  page.type(ROW, '120');
  page.enter(ROW, undefined);
  await settle();
  expect(page.stateOf('video')).toMatchObject({ status: 'recorded', isLast: true, log: { value: 120 } });

  const undone = await page.undo();

  expect(undone).toEqual(ROW);
  expect(page.stateOf('video')).toMatchObject({ status: 'recorded', text: '1200', log: { value: 1200 } });
  expect(page.canUndo()).toBe(false);
});

test('a late answer to a correction does not take undo from a count that was entered after it', async () => {
  let correct: (() => void) | undefined;
  const page = new TypedViewCounts(
    {
      shown,
      add: async ({ videoId, value }) => ({ id: `log of ${videoId}`, value, version: 1 }) as ViewLog,
      correct: ({ viewId, value = 0 }) =>
        new Promise((resolve) => (correct = () => resolve({ id: viewId, value, version: 2 } as ViewLog))),
      attach: () => Promise.reject(new Error('Nothing is attached here.')),
      remove: async () => undefined,
      prove: () => Promise.reject(new Error('Nothing is proved here.')),
    },
    { list: () => ({}), keep: () => undefined, forget: () => undefined },
    String,
  );
  const enter = async (videoId: string, text: string): Promise<void> => {
    const row = { dealId: 'deal', videoId, lastValue: null };
    page.type(row, text);
    page.enter(row, undefined);
    await settle();
  };
  await enter('first', '100');
  await enter('first', '200');
  await enter('second', '300');

  correct?.();
  await settle();

  expect(page.stateOf('first')).toMatchObject({ status: 'recorded', text: '200' });
  expect((await page.undo())?.videoId).toBe('second');
});

test('a count whose undo failed stays recorded, and offers no undo again', async () => {
  const page = await recordOne(() => Promise.reject(answered(503, 'UNAVAILABLE')));

  await page.undo();

  expect(page.stateOf('video')).toMatchObject({ status: 'refused', message: 'No.', log: { id: 'log' } });
  expect(page.canUndo()).toBe(false);
});
