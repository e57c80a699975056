import { createClient } from '@svc/chassis/grpc/client';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery, TOOL_CALL_TOPIC } from '@svc/chassis/tool-calls/tool-call-delivery';
import { ActivityService } from '@svc/proto/deal/v1/activity_service';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { PhotoLinkService } from '@svc/proto/shortener/v1/photo_link_service';
import type { Sender } from '@svc/topology/run-service';
import { LINK_ACTIVITY_TOPIC, type LinkActivity } from './screenshots/link-activity.js';
import {
  type EndedPhotoLink,
  PHOTO_LINK_ENDED_TOPIC,
  PHOTO_LINK_WANTED_TOPIC,
  type WantedPhotoLink,
} from './short-links/photo-link-messages.js';
import type { PhotoLinks } from './short-links/photo-links.js';

/** Delivers screenshot's outbox messages to other services. */
export function createDeliver({ destinations, asSelf }: Sender<'screenshot'>, photoLinks: PhotoLinks): Deliver {
  const activity = createClient(ActivityService, destinations.deal);
  const links = createClient(PhotoLinkService, destinations.shortener);
  const deliverToolCalls = createToolCallDelivery(createClient(ToolCallService, destinations.identity), asSelf);
  return async (batch, signal) => {
    const { destination, topic, messages } = batch;
    const payloads = messages.map(({ payload }) => payload);
    switch (topic) {
      case LINK_ACTIVITY_TOPIC:
        await asSelf(() => activity.recordActivity({ entries: payloads.map(toEntry) }));
        return;
      case PHOTO_LINK_ENDED_TOPIC:
        await asSelf(() => links.endPhotoLinks({ links: payloads as EndedPhotoLink[] }));
        return;
      case PHOTO_LINK_WANTED_TOPIC:
        for (const wanted of payloads as WantedPhotoLink[]) {
          signal.throwIfAborted();
          await photoLinks.deliver(wanted);
        }
        return;
      case TOOL_CALL_TOPIC:
        return deliverToolCalls(batch, signal);
      default:
        throw new Error(`No delivery sends ${topic} to ${destination}.`);
    }
  };
}

function toEntry(payload: unknown) {
  const { at, ...entry } = payload as LinkActivity;
  return { ...entry, changedFields: [], at: new Date(at) };
}
