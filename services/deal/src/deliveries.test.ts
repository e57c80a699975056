import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runInCall } from '@svc/chassis/calls/call-context';
import { type Connection, openConnection } from '@svc/chassis/grpc/connection';
import { startTestService, type TestService } from '@svc/chassis/testing/test-service';
import { type RecordDueChecksRequest, ReminderService } from '@svc/proto/identity/v1/reminder_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { type RecordRemovalsRequest, RemovalService } from '@svc/proto/removal/v1/removal_service';
import { destinationsOf, recordOf } from '@svc/topology/processes';
import { createDeliver } from './deliveries.js';
import { DUE_CHECKS_TOPIC } from './reminders/count-due-checks.js';
import { REMOVAL_TOPIC } from './removal-messages/removal-messages.js';

const received: RecordRemovalsRequest[] = [];
const due: RecordDueChecksRequest[] = [];
let viewcheck: TestService;
let connection: Connection;

beforeAll(async () => {
  // Any schema works: the fakes of viewcheck and identity store nothing.
  viewcheck = await startTestService({
    name: 'deal',
    methods: {
      '/svc.removal.v1.RemovalService/RecordRemovals': { ...RULE, public: true },
      '/svc.identity.v1.ReminderService/RecordDueChecks': { ...RULE, public: true },
    },
    toolCalls: null,
    addServices: (server) => {
      server.add(RemovalService, {
        recordRemovals: async (request) => {
          received.push(request);
          return {};
        },
      });
      server.add(TAKES_DUE_CHECKS, {
        recordDueChecks: async (request) => {
          due.push(request);
          return {};
        },
      });
    },
  });
  connection = openConnection('viewcheck', viewcheck.address, METHOD_OPTIONS);
});

afterAll(async () => {
  connection?.close();
  await viewcheck?.stop();
});

/** Methods of identity that deal calls. */
const TAKES_DUE_CHECKS = { recordDueChecks: ReminderService.recordDueChecks };

const RULE = {
  public: false,
  admin: false,
  agentScopes: [],
  services: [],
  readOnly: false,
  ignoresIdempotencyKey: false,
};
const asDeal = <T>(work: () => Promise<T>): Promise<T> =>
  runInCall({ requestId: 'r', deadline: Date.now() + 60_000, signal: AbortSignal.timeout(60_000) }, work);

test('the removals of a batch are sent to viewcheck in one call', async () => {
  const deliver = createDeliver({ destinations: recordOf(destinationsOf('deal'), () => connection), asSelf: asDeal });
  const messages = [
    { id: '1', payload: { dealIds: ['a'], videoIds: [] } },
    { id: '2', payload: { dealIds: [], videoIds: ['b', 'c'] } },
  ];

  await deliver({ destination: 'viewcheck', topic: REMOVAL_TOPIC, messages }, AbortSignal.timeout(60_000));

  expect(received).toEqual([{ dealIds: ['a'], videoIds: ['b', 'c'] }]);
});

test('the due checks of a batch of mornings are sent to identity in one call', async () => {
  const deliver = createDeliver({ destinations: recordOf(destinationsOf('deal'), () => connection), asSelf: asDeal });
  const ofOwner = (ownerId: string) => ({ ownerId, day: '2026-03-02', count: 1, first: [{ dealName: 'Spring' }] });
  const messages = ['a', 'b'].map((ownerId) => ({ id: ownerId, payload: ofOwner(ownerId) }));

  await deliver({ destination: 'identity', topic: DUE_CHECKS_TOPIC, messages }, AbortSignal.timeout(60_000));

  expect(due).toMatchObject([{ dueChecks: [ofOwner('a'), ofOwner('b')] }]);
});

test.each([
  { destination: 'viewcheck', topic: 'unheard.of' },
  { destination: 'identity', topic: REMOVAL_TOPIC },
])('a $topic message for $destination, which has no delivery, is not acknowledged', async (queue) => {
  const batch = { ...queue, messages: [{ id: '1', payload: {} }] };

  await expect(
    createDeliver({ destinations: recordOf(destinationsOf('deal'), () => connection), asSelf: asDeal })(
      batch,
      AbortSignal.timeout(60_000),
    ),
  ).rejects.toThrow(`No delivery sends ${queue.topic} to ${queue.destination}.`);
});
