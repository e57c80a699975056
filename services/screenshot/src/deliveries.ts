import { createClient } from '@svc/chassis/grpc/client';
import { type Deliver, deliverByTopic } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery, TOOL_CALL_TOPIC } from '@svc/chassis/tool-calls/tool-call-delivery';
import { ActivityService } from '@svc/proto/deal/v1/activity_service';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { PhotoLinkService } from '@svc/proto/shortener/v1/photo_link_service';
import type { Sender } from '@svc/topology/run-service';
import { LINK_ACTIVITY_TOPIC, type LinkActivity } from './screenshots/link-activity.js';
import {
  type EndedPhotoLink,
  type EndedPhotoSource,
  PHOTO_LINK_ENDED_TOPIC,
  PHOTO_LINK_WANTED_TOPIC,
  PHOTO_SOURCE_ENDED_TOPIC,
  type WantedPhotoLink,
} from './short-links/photo-link-messages.js';
import type { PhotoLinks } from './short-links/photo-links.js';

/** Delivers screenshot's outbox messages to other services. */
export function createDeliver({ destinations, asSelf }: Sender<'screenshot'>, photoLinks: PhotoLinks): Deliver {
  const activity = createClient(ActivityService, destinations.deal);
  const links = createClient(PhotoLinkService, destinations.shortener);
  return deliverByTopic({
    async [LINK_ACTIVITY_TOPIC]({ messages }) {
      const entries = messages.map(({ payload }) => toEntry(payload));
      await asSelf(() => activity.recordActivity({ entries }));
    },
    async [PHOTO_LINK_ENDED_TOPIC]({ messages }) {
      const ended = messages.map(({ payload }) => payload as EndedPhotoLink);
      await asSelf(() => links.endPhotoLinks({ links: ended }));
    },
    async [PHOTO_SOURCE_ENDED_TOPIC]({ messages }) {
      const screenshots = messages.map(({ payload }) => payload as EndedPhotoSource);
      await asSelf(() => links.endPhotoLinksOfScreenshots({ screenshots }));
    },
    async [PHOTO_LINK_WANTED_TOPIC]({ messages }, signal) {
      for (const { payload } of messages) {
        signal.throwIfAborted();
        await photoLinks.deliver(payload as WantedPhotoLink);
      }
    },
    [TOOL_CALL_TOPIC]: createToolCallDelivery(createClient(ToolCallService, destinations.identity), asSelf),
  });
}

function toEntry(payload: unknown) {
  const { at, ...entry } = payload as LinkActivity;
  return { ...entry, changedFields: [], at: new Date(at) };
}
