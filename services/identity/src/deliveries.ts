import type { AsService } from '@svc/chassis/assertions/service-call';
import { createClient, type Connection } from '@svc/chassis/grpc/client';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import { ReadingServiceService } from '@svc/proto/deal/v1/reading_service';
import { MembershipServiceService } from '@svc/proto/deal/v1/team_share_service';
import { MembershipServiceService as LinkMembershipServiceService } from '@svc/proto/shortener/v1/short_link_share_service';
import { PurgeServiceService } from '@svc/proto/purge/v1/purge_service';
import { PURGE_TOPIC, type PURGED_SERVICES } from './purges/purges.js';
import { TIME_ZONE_TOPIC } from './settings/update-settings.js';
import { MEMBERSHIP_END_TOPIC, type MembershipEnd } from './teams/membership-end.js';

/** Hands identity's outbox messages to the services that they are for. */
export function createDeliver(
  connections: Readonly<Record<(typeof PURGED_SERVICES)[number], Connection>>,
  asService: AsService,
): Deliver {
  const purges = new Map(
    Object.entries(connections).map(([name, connection]) => [name, createClient(PurgeServiceService, connection)]),
  );
  const readings = createClient(ReadingServiceService, connections.deal);
  const memberships = createClient(MembershipServiceService, connections.deal);
  const linkMemberships = createClient(LinkMembershipServiceService, connections.shortener);

  const deliverOne = async (destination: string, topic: string, payload: unknown): Promise<void> => {
    if (topic === TIME_ZONE_TOPIC) {
      await readings.recordOwnerTimeZone(payload as Parameters<typeof readings.recordOwnerTimeZone>[0]);
      return;
    }
    if (topic === MEMBERSHIP_END_TOPIC) {
      const receiver = destination === 'shortener' ? linkMemberships : memberships;
      await receiver.recordMembershipEnd(payload as MembershipEnd);
      return;
    }
    const purge = purges.get(destination);
    if (topic !== PURGE_TOPIC || !purge) throw new Error(`Nothing delivers ${topic} to ${destination}.`);
    await purge.purgeAccount({ ownerId: (payload as { userId: string }).userId });
  };

  return async ({ destination, topic, messages }) => {
    await asService(async () => {
      for (const { payload } of messages) await deliverOne(destination, topic, payload);
    });
  };
}
