import { afterAll, expect, test } from '@jest/globals';
import { openConnection } from '@svc/chassis/grpc/connection';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { v7 as newId } from 'uuid';
import { createDeliver } from './deliveries.js';

const unreachable = openConnection('unreachable', '127.0.0.1:1', METHOD_OPTIONS);

afterAll(() => unreachable.close());

/** Delivers outbox messages, with `deliver` in place of making links. */
const deliverTo = (deliver: () => Promise<void>) =>
  createDeliver(
    { destinations: { identity: unreachable, deal: unreachable, shortener: unreachable }, asSelf: (work) => work() },
    { make: async () => undefined, deliver },
  );

const wishes = () => ({
  destination: 'shortener',
  topic: 'photo_link_wanted',
  messages: [1, 2, 3].map(() => ({ id: newId(), payload: { screenshotId: newId() } })),
});

test('stops making links when a delivery times out, since another process then makes them', async () => {
  const stopping = new AbortController();
  let made = 0;
  const deliver = deliverTo(async () => {
    made += 1;
    stopping.abort(new Error('too long'));
  });

  await expect(deliver(wishes(), stopping.signal)).rejects.toThrow('too long');

  expect(made).toBe(1);
});

test('rejects a message with an unknown topic, and names it', async () => {
  const deliver = deliverTo(async () => undefined);

  const delivered = deliver({ ...wishes(), topic: 'unheard_of' }, new AbortController().signal);

  await expect(delivered).rejects.toThrow('unheard_of');
});
