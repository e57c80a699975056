/** Counts and their details that change after Enter. */
import { expect, test } from '@jest/globals';
import { ApiError } from '../api/api-error.js';
import type { Input, Output } from '../api/operations.js';
import type { KeptCount } from '../kept/counts.js';
import { TypedViewCounts } from './typed-view-counts.js';

type ViewLog = Output<'deals.add_view_log'>;

const ROW = { dealId: 'deal', videoId: 'video', lastValue: null };
const IMAGE = new File([], 'views.png');

const settle = () => new Promise((resolve) => setImmediate(resolve));
const refused = (status: number, code: string): ApiError => new ApiError(status, { code, message: 'No.' }, undefined);

/** A server with one view log, and pages of one browser. Responses to writes and uploads are released one by one. */
function openServer() {
  const stored: Partial<Pick<Input<'deals.add_view_log'>, 'value' | 'note' | 'sourceUrl' | 'screenshotId'>> = {};
  const kept = new Map<string, KeptCount>();
  const waiting: ((failure?: ApiError) => void)[] = [];
  const uploads: (() => void)[] = [];
  const sent: string[] = [];
  let version = 0;

  const write = (name: string, changes: typeof stored, expected: number): Promise<ViewLog> => {
    sent.push(name);
    return new Promise((resolve, reject) => {
      waiting.push((failure) => {
        if (failure) return reject(failure);
        if (expected !== version) return reject(refused(409, 'VERSION_CONFLICT'));
        version += 1;
        Object.assign(stored, changes);
        resolve({ id: 'log', value: stored.value, version } as ViewLog);
      });
    });
  };
  const open = () =>
    new TypedViewCounts(
      {
        shown: async () => undefined,
        add: ({ dealId: _deal, videoId: _video, checkedAt: _time, ...input }) => write('add', input, 0),
        correct: ({ dealId: _deal, viewId: _view, ...changes }, expected) => write('correct', changes, expected),
        attach: ({ screenshotId }, expected) => write('attach', { screenshotId }, expected),
        remove: () => Promise.reject(new Error('Nothing is removed here.')),
        prove: () =>
          new Promise((resolve) => {
            uploads.push(() => resolve({ screenshotId: `screenshot ${uploads.length}`, detectedViews: null }));
          }),
      },
      {
        list: () => Object.fromEntries(kept),
        keep: (videoId, count) => void kept.set(videoId, count),
        forget: (videoId) => void kept.delete(videoId),
      },
      String,
    );
  return {
    open,
    stored,
    sent,
    upload: async (): Promise<void> => {
      uploads.at(-1)?.();
      await settle();
    },
    answer: async (failure?: ApiError): Promise<void> => {
      waiting.shift()?.(failure);
      await settle();
    },
  };
}

/** Types a count and presses Enter. */
async function enter(page: TypedViewCounts, count: string): Promise<void> {
  page.type(ROW, count);
  page.enter(ROW, undefined);
  await settle();
}

test('a screenshot whose upload ends while the count is sent is attached to it', async () => {
  const { open, stored, upload, answer } = openServer();
  const page = open();
  void page.prove(ROW, IMAGE);
  await enter(page, '1200');
  await upload();
  await answer();
  expect(page.stateOf('video').status).toBe('sending');
  await answer();

  expect(stored).toEqual({ value: 1_200, screenshotId: 'screenshot 1' });
  expect(page.stateOf('video')).toMatchObject({ status: 'recorded', isLast: true, proof: { status: 'attached' } });
});

test('a screenshot that is removed while the count is sent is removed from it', async () => {
  const { open, stored, upload, answer } = openServer();
  const page = open();
  void page.prove(ROW, IMAGE);
  await upload();
  await enter(page, '1200');
  await page.unprove(ROW);
  await answer();
  expect(stored.screenshotId).toBe('screenshot 1');
  await answer();

  expect(stored.screenshotId).toBeNull();
  expect(page.stateOf('video').proof).toBeUndefined();
});

test('details that change while the count waits for a connection are sent after it', async () => {
  const { open, stored, upload, answer } = openServer();
  const page = open();
  page.describe(ROW, { note: 'Before', sourceUrl: 'https://example.com/' });
  void page.prove(ROW, IMAGE);
  await enter(page, '1200');
  await answer(refused(0, 'CONNECTION_LOST'));
  page.describe(ROW, { note: 'Later', sourceUrl: '' });
  await upload();
  page.resume();
  await settle();
  for (let write = 0; write < 3; write += 1) await answer();

  expect(stored).toEqual({ value: 1_200, note: 'Later', sourceUrl: null, screenshotId: 'screenshot 1' });
  expect(page.stateOf('video').status).toBe('recorded');
});

test('a count that is sent again after a reload keeps its details', async () => {
  const { open, stored, sent, answer } = openServer();
  const page = open();
  page.describe(ROW, { note: 'Asked for' });
  await enter(page, '1200');
  await answer(refused(0, 'CONNECTION_LOST'));
  const reloaded = open();
  reloaded.resume();
  await settle();
  await answer();

  expect(stored).toEqual({ value: 1_200, note: 'Asked for' });
  expect(sent).toEqual(['add', 'add']);
  expect(reloaded.stateOf('video').status).toBe('recorded');
});

test('a note typed after the count is recorded shows as unsaved, and Enter saves it alone', async () => {
  const { open, stored, sent, answer } = openServer();
  const page = open();
  // The count needs a second Enter, the note does not.
  const row = { ...ROW, lastValue: 5_000 };
  page.type(row, '1200');
  page.enter(row, undefined);
  page.enter(row, undefined);
  await settle();
  await answer();
  page.describe(row, { note: 'Later' });
  expect(page.stateOf('video').status).toBe('open');

  page.enter(row, undefined);
  await settle();
  await answer();
  page.enter(row, undefined);
  await settle();

  expect(stored).toEqual({ value: 1_200, note: 'Later' });
  expect(sent).toEqual(['add', 'correct']);
  expect(page.stateOf('video').status).toBe('recorded');
});

test('a count whose correction was refused can be entered again, with the screenshot attached since', async () => {
  const { open, stored, upload, answer } = openServer();
  const page = open();
  await enter(page, '1200');
  await answer();
  void page.prove(ROW, IMAGE);
  await upload();
  await enter(page, '1300');
  await answer();
  await answer(refused(503, 'UNAVAILABLE'));
  expect(page.stateOf('video')).toMatchObject({ status: 'refused', message: 'No.', proof: { status: 'attached' } });
  page.enter(ROW, undefined);
  await settle();
  await answer();

  expect(stored).toEqual({ value: 1_300, screenshotId: 'screenshot 1' });
  expect(page.stateOf('video').status).toBe('recorded');
});

test('a count entered while another of its video is being added corrects that one', async () => {
  const { open, stored, sent, answer } = openServer();
  const page = open();
  await enter(page, '100');
  await enter(page, '1000');

  await answer();
  await answer();

  expect(sent).toEqual(['add', 'correct']);
  expect(stored).toMatchObject({ value: 1_000 });
  expect(page.stateOf('video')).toMatchObject({ text: '1000', status: 'recorded' });
});

test('text typed while the count is being added stays', async () => {
  const { open, stored, sent, answer } = openServer();
  const page = open();
  await enter(page, '100');
  page.type(ROW, '1000');
  await answer();

  expect(page.stateOf('video')).toMatchObject({ text: '1000', status: 'open' });
  page.enter(ROW, undefined);
  await settle();
  await answer();

  expect(sent).toEqual(['add', 'correct']);
  expect(stored).toMatchObject({ value: 1_000 });
});

test('a count entered while another one fails to be added can be sent again', async () => {
  const { open, stored, answer } = openServer();
  const page = open();
  await enter(page, '100');
  await enter(page, '1000');
  await answer(refused(422, 'VALIDATION_ERROR'));

  expect(page.stateOf('video')).toMatchObject({ text: '1000', status: 'refused' });
  page.enter(ROW, undefined);
  await settle();
  await answer();

  expect(stored).toMatchObject({ value: 1_000 });
});
