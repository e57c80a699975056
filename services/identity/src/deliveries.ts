import { createClient } from '@svc/chassis/grpc/client';
import { type Deliver, deliverByTopic } from '@svc/chassis/outbox/delivery';
import { BATCH_MAX, type Queue } from '@svc/chassis/outbox/message';
import { TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { DueCheckService, type Morning } from '@svc/proto/deal/v1/due_check_service';
import { ReadingService, type RecordOwnerTimeZoneRequest } from '@svc/proto/deal/v1/reading_service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { MembershipService } from '@svc/proto/sharing/v1/sharing_service';
import { AccountStandingService } from '@svc/proto/standing/v1/standing_service';
import { PUBLIC_LINK_SERVICES, PURGED_SERVICES, recordOf, SHARING_SERVICES } from '@svc/topology/processes';
import type { Sender } from '@svc/topology/run-service';
import { type AccountStanding, STANDING_TOPIC } from './administration/account-standing.js';
import { TURN_DECISION_TOPIC, type TurnDecision } from './approvals/decide-approval.js';
import type { createMailDelivery, DeliverOne } from './mails/deliver-mails.js';
import { MAIL_SERVER } from './mails/mail-topics.js';
import { PURGE_TOPIC } from './purge-messages/purge-messages.js';
import { MORNING_TOPIC } from './reminders/begin-mornings.js';
import { TIME_ZONE_TOPIC } from './settings/update-settings.js';
import { MEMBERSHIP_END_TOPIC, type MembershipEnd } from './teams/membership-end.js';

/** Mails are sent one by one: a server that refuses one has already accepted those before it. */
export function batchMaxOf({ destination }: Queue): number {
  return destination === MAIL_SERVER ? 1 : BATCH_MAX;
}

/** Delivers identity's outbox messages to their services, and mails to the mail server. */
export function createDeliver(
  { destinations, asSelf }: Sender<'identity'>,
  mails: ReturnType<typeof createMailDelivery>,
): Deliver {
  const turns = createClient(TurnService, destinations.copilot);
  const newestViewLogs = createClient(ReadingService, destinations.deal);
  const dueChecks = createClient(DueCheckService, destinations.deal);
  const oneByOne =
    (deliver: DeliverOne): Deliver =>
    async ({ messages }) => {
      await asSelf(async () => {
        for (const { payload } of messages) await deliver(payload);
      });
    };
  return deliverByTopic({
    ...Object.fromEntries(Object.entries(mails).map(([topic, send]) => [topic, { [MAIL_SERVER]: oneByOne(send) }])),
    [PURGE_TOPIC]: recordOf(PURGED_SERVICES, (name) => {
      const client = createClient(PurgeService, destinations[name]);
      return oneByOne((payload) => client.purgeAccount({ ownerId: (payload as { userId: string }).userId }));
    }),
    [MEMBERSHIP_END_TOPIC]: recordOf(SHARING_SERVICES, (name) => {
      const client = createClient(MembershipService, destinations[name]);
      return oneByOne((payload) => client.recordMembershipEnd(toRequest(payload as MembershipEnd)));
    }),
    [STANDING_TOPIC]: recordOf(PUBLIC_LINK_SERVICES, (name) => {
      const client = createClient(AccountStandingService, destinations[name]);
      return oneByOne((payload) => client.recordAccountStanding(payload as AccountStanding));
    }),
    [TURN_DECISION_TOPIC]: {
      copilot: oneByOne((payload) => turns.noteDecision(payload as TurnDecision)),
    },
    [TIME_ZONE_TOPIC]: {
      deal: oneByOne((payload) => newestViewLogs.recordOwnerTimeZone(payload as RecordOwnerTimeZoneRequest)),
    },
    async [MORNING_TOPIC]({ messages }) {
      const mornings = messages.map(({ payload }) => payload as Morning);
      await asSelf(() => dueChecks.countDueChecks({ mornings }));
    },
  });
}

function toRequest({ sharedUntil, ...ended }: MembershipEnd) {
  return { ...ended, sharedUntil: sharedUntil === undefined ? null : new Date(sharedUntil) };
}
