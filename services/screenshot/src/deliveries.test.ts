import { afterAll, expect, test } from '@jest/globals';
import { openConnection } from '@svc/chassis/grpc/connection';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { v7 as newId } from 'uuid';
import { createDeliver } from './deliveries.js';

const unreachable = openConnection('unreachable', '127.0.0.1:1', METHOD_OPTIONS);

afterAll(() => unreachable.close());

/** The outbox's hands, with a place for what is made of wishes for links. */
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

test('a delivery that took too long makes no more links, as another process makes them by then', async () => {
  const stopping = new AbortController();
  let made = 0;
  const deliver = deliverTo(async () => {
    made += 1;
    stopping.abort(new Error('too long'));
  });

  await expect(deliver(wishes(), stopping.signal)).rejects.toThrow('too long');

  expect(made).toBe(1);
});

test('a message that nothing delivers stays, and is named', async () => {
  const deliver = deliverTo(async () => undefined);

  const delivered = deliver({ ...wishes(), topic: 'unheard_of' }, new AbortController().signal);

  await expect(delivered).rejects.toThrow('unheard_of');
});
