import { pageWithoutVideo, type VideoPlatform } from './platform.js';

const HOSTS = new Set(
  ['x.com', 'twitter.com'].flatMap((domain) => [domain, `www.${domain}`, `m.${domain}`, `mobile.${domain}`]),
);

/** What follows the id (`/video/1`) only says which part of the post is shown. */
const STATUS_PATH = /^(?:(?:i\/web|\w+)\/status(?:es)?|statuses)\/(?<id>[1-9]\d{0,19})(?:\/|$)/;

export const x: VideoPlatform = {
  name: 'x',
  ownsHost: (host) => HOSTS.has(host),
  readPage: ({ path }) => {
    const id = STATUS_PATH.exec(path)?.groups?.['id'];
    if (id === undefined) return pageWithoutVideo(path);
    return {
      page: 'video',
      id,
      canonicalKey: `x:${id}`,
      canonicalUrl: `https://x.com/i/status/${id}`,
    };
  },
};
