import { expect, test } from '@jest/globals';
import { WaitingDeletions } from './waiting-deletions.js';

const LONG_MS = 60_000;

function openPage() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const sent: string[] = [];
  const left: string[] = [];
  const deletions = new WaitingDeletions({ window, document }, (ids) => left.push(...ids));
  return {
    sent,
    left,
    deletions,
    remove: (id: string) =>
      deletions.add(id, async (options) => void sent.push(options?.outlivesPage ? `${id} outlives` : id), LONG_MS),
    leave: () => window.dispatchEvent(new Event('pagehide')),
    turn: (visibilityState: string) => {
      document.visibilityState = visibilityState;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('waiting deletions are sent once when the page is hidden, before it may end without notice', () => {
  const { sent, deletions, remove, turn, leave } = openPage();
  const [first, second] = [remove('first'), remove('second')];
  deletions.takeBack('second');

  turn('hidden');
  leave();

  expect(sent).toEqual(['first outlives']);
  expect([first.aborted, second.aborted, deletions.takeBack('first')]).toEqual([true, true, false]);
});

test('the next page gets the ids of records that were being deleted', () => {
  const { left, deletions, remove, leave } = openPage();
  remove('first,second');
  remove('third');
  deletions.takeBack('third');

  leave();
  leave();

  expect(left).toEqual(['first', 'second']);
});

test('a page that shows again sends nothing', () => {
  const { sent, deletions, remove, turn } = openPage();
  const signal = remove('first');

  turn('visible');

  expect([sent, signal.aborted]).toEqual([[], false]);
  deletions.takeBack('first');
});

test('waiting deletions are sent when the page is left, and when their time has passed', async () => {
  const { sent, deletions, remove, leave } = openPage();
  remove('first');
  leave();
  await new Promise<void>((sentLater) => deletions.add('second', async () => sentLater(), 0));

  expect(sent).toEqual(['first outlives']);
});
