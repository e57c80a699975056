import type { IncomingMessage } from 'node:http';
import type { Log } from '@svc/chassis/logging/log';
import type { Challenge } from '@svc/http-host/http/answer-errors';
import { bearerChallenge } from '@svc/http-host/oauth/bearer';
import { PROTECTED_RESOURCE_PATH } from '@svc/http-host/oauth/oauth-metadata';
import type { Request } from 'express';
import type { DashboardOptions } from '../dashboard.js';
import { BRIDGE } from '../documents/bridge.js';
import type { IdentifyAgent } from './bridge-caller.js';
import type { BridgeLimits } from './bridge-limits.js';
import type { ToolCallRecorder } from './tool-call-recorder.js';

/** Base path of the Agent Bridge. */
export const BRIDGE_PATH = BRIDGE.api;

/** Options of the Agent Bridge: those of the dashboard, and those only for agents. */
export interface BridgeOptions extends Omit<DashboardOptions, 'originOf' | 'authenticate' | 'sessionLimit'> {
  readonly identifyAgent: IdentifyAgent;
  /** Origin under which agents reach the product, for documents and links. */
  readonly publicOriginOf: (request: Request) => string;
  /** Origin of the pages where users decide about agents. */
  readonly approvalOriginOf: (request: Request) => string;
  /** Whether a request's host is the product's own. */
  readonly isOwnHost: (request: Request) => boolean;
  readonly limits: BridgeLimits;
  readonly recorder: ToolCallRecorder;
  readonly version: string;
  readonly log: Log;
}

/** Challenges for refused agents, with the place to get a token. */
export function bridgeChallenge(publicOriginOf: (request: Request) => string): Challenge {
  return (request: IncomingMessage, failure) => {
    const asked = request as Request;
    if (!isBelow(asked.originalUrl, BRIDGE_PATH)) return undefined;
    return bearerChallenge(publicOriginOf(asked) + PROTECTED_RESOURCE_PATH)(request, failure);
  };
}

function isBelow(url: string, path: string): boolean {
  return url.startsWith(path) && /^(?:[/?]|$)/.test(url.slice(path.length));
}
