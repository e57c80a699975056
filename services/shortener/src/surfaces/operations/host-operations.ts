import type { HostOperation } from '../calls/host-operation.js';
import { getShortenerSettings, listAgents, revokeAgent } from './agent-connections.js';
import { createLink } from './create-link.js';
import { createPhoto } from './create-photo.js';
import { deleteLink } from './delete-link.js';
import { getHealth } from './get-health.js';
import { getLink } from './get-link.js';
import { getLinkQr } from './get-link-qr.js';
import { getLinkStats, getPublicLinkStats } from './get-link-stats.js';
import { listLinks } from './list-links.js';
import { reportLink } from './report-link.js';
import { updateLink } from './update-link.js';

/** All operations of the short-link host. Each is a route, an OpenAPI path and, with `isTool`, an MCP tool. */
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
