import { expect, test } from '@jest/globals';
import { LiveTurn, type StreamedPart } from './live-turn.js';

const TEXT = 'x'.repeat(120 * 1_024);

/** A turn with much output, and a follower who has stopped reading. */
async function followed() {
  const live = new LiveTurn('t1', 'm1');
  live.beginStep();
  live.add({ kind: 'text', delta: TEXT });
  const following = live.follow(new AbortController().signal);
  await following.next();
  return { live, following };
}

async function readRest(following: AsyncIterable<StreamedPart>) {
  const told: StreamedPart[] = [];
  for await (const each of following) told.push(each);
  return told;
}

test('the message so far does not count as queued: a slow follower gets it and as much again', async () => {
  const { live, following } = await followed();
  live.add({ kind: 'text', delta: TEXT });
  live.endStep();
  live.end([{ type: 'finish' }]);

  const told = await readRest(following);

  expect(told.map(({ part, isReplay }) => [part.type, isReplay])).toEqual([
    ['start-step', true],
    ['text-start', true],
    ['text-delta', true],
    ['text-delta', false],
    ['text-end', false],
    ['finish-step', false],
    ['finish', false],
  ]);
});

test('a follower with more than 128 KB of new parts in the queue is dropped, regardless of unread older ones', async () => {
  const { live, following } = await followed();
  live.add({ kind: 'text', delta: TEXT });
  live.note({ type: 'data-model' });
  live.add({ kind: 'text', delta: 'x'.repeat(10 * 1_024) });
  live.endStep();

  await expect(readRest(following)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
