import type { Log } from '@svc/chassis/logging/log';
import { type Listening, listenTo } from '@svc/chassis/postgres/listen';
import type { LinkCache } from './link-cache.js';

/** Channel on which the trigger of `links` publishes every change: `<short id in lower case> <version>`. */
const CHANNEL = 'short_links';

/** Keeps a cache up to date with every change of a link that any process commits. */
export function followLinkChanges(connectionString: string, cache: LinkCache, log: Log): Listening {
  return listenTo({
    connectionString,
    channel: CHANNEL,
    onMessage: (payload) => {
      const [key = '', version = ''] = payload.split(' ');
      cache.receive(key, Number(version));
    },
    onDisconnected: (isDisconnected) => cache.setDisconnected(isDisconnected),
    log,
  });
}
