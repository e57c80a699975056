import { createBodyRoom, noRoomForBodies } from '@svc/chassis/bodies/body-room';
import { claimantOf } from '@svc/chassis/limits/claimant';
import type { Route } from '@svc/http-host/http/operation-routes';
import { mcpRoute } from '@svc/http-host/mcp/mcp-endpoint';
import type { ToolCall } from '@svc/http-host/mcp/mcp-server';
import { z } from 'zod';
import type { HostCaller } from '../calls/host-call.js';
import type { HostOperation } from '../calls/host-operation.js';
import { takeImage } from '../calls/receive-image.js';
import { checkAccess, runHostOperation } from '../calls/run-host-operation.js';
import { FAMILY, MCP_PATH } from './family.js';
import type { HostRoutesOptions } from './host-routes.js';

/** Message size limits in bytes. Larger images go to `POST /photos`; guests send no images. */
const BYTES_MAX = 8_388_608;
const GUEST_BYTES_MAX = 65_536;

/** Memory for all large messages together, in bytes; decoded images have a separate budget. */
const ROOM_BYTES = 67_108_864;

/** Operations exposed as tools. */
export function toolsOf(operations: readonly HostOperation[]): HostOperation[] {
  return operations.filter(({ isTool }) => isTool === true);
}

/** The MCP endpoint of this host. Without a token it offers the tools for guests. */
export function hostTools(options: HostRoutesOptions): Route {
  const { operations, parts, identify } = options;
  const room = createBodyRoom({ bytes: ROOM_BYTES, refusal: noRoomForBodies });
  const origins = [parts.addresses.origin, parts.baseUrl];
  return mcpRoute<HostOperation, HostCaller>({
    path: MCP_PATH,
    server: { name: FAMILY.name, title: `${parts.appName} shortener`, version: parts.version },
    tools: toolsOf(operations),
    originsFor: () => origins,
    identify,
    authorize: checkAccess,
    bytesMax: ({ kind }) => (kind === 'guest' ? GUEST_BYTES_MAX : BYTES_MAX),
    enterBody: (response, caller) =>
      room.untilAnswered(response, claimantOf(caller.kind === 'guest' ? undefined : caller.principal.userId, '')),
    inputOf,
    run: (operation, input, call) => runTool(operation, input, call, options),
    log: parts.log,
  });
}

function inputOf({ input, http }: HostOperation): z.ZodObject {
  const image = z.string().describe('Base64 or data URL, at most about 6 MB; send larger ones to POST /photos.');
  return http.takesImage ? input.extend({ image }) : input;
}

/** Tools have no headers, and the response may already be streaming. */
async function runTool(
  operation: HostOperation,
  input: Record<string, unknown>,
  { caller, requestId, request }: ToolCall<HostCaller>,
  { parts, images, addressOf }: HostRoutesOptions,
): Promise<unknown> {
  const call = {
    caller,
    requestId,
    clientAddress: addressOf(request),
    receiveImage: () => takeImage(input, { images, caller, parts }),
  };
  return (await runHostOperation(operation, input, call, parts)).output;
}
