import type { HostOperation } from './host-operation.js';
import { getShortenerSettings, listAgents, revokeAgent } from './operations/agent-connections.js';
import { createLink } from './operations/create-link.js';
import { createPhoto } from './operations/create-photo.js';
import { deleteLink } from './operations/delete-link.js';
import { getHealth } from './operations/get-health.js';
import { getLinkQr } from './operations/get-link-qr.js';
import { getLinkStats, getPublicLinkStats } from './operations/get-link-stats.js';
import { getLink } from './operations/get-link.js';
import { listLinks } from './operations/list-links.js';
import { reportLink } from './operations/report-link.js';
import { updateLink } from './operations/update-link.js';

/** Every use case of the short-link host. What stands here is a route, a path in its OpenAPI, and where it says so a tool. */
export const HOST_OPERATIONS: readonly HostOperation[] = [
  getHealth,
  createLink,
  createPhoto,
  listLinks,
  getLink,
  updateLink,
  deleteLink,
  getPublicLinkStats,
  getLinkStats,
  getLinkQr,
  reportLink,
  listAgents,
  revokeAgent,
  getShortenerSettings,
];
