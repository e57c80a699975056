import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { claimantOf } from '@svc/chassis/limits/claimant';
import { validationError } from '@svc/chassis/schemas/parse-input';
import { setHeaders } from '@svc/http-host/http/error-answer';
import { namesInPath } from '@svc/http-host/http/http-operation';
import type { Route } from '@svc/http-host/http/operation-routes';
import { rateLimitHeaders } from '@svc/http-host/http/rate-limit-headers';
import { tooLarge } from '@svc/http-host/http/read-body';
import { mcpRoute } from '@svc/http-host/mcp/mcp-endpoint';
import type { ToolCall } from '@svc/http-host/mcp/mcp-server';
import { approvedCallsUnder } from '@svc/operations/agents/agent-rules';
import { inputOf } from '@svc/operations/ai/describe-operations';
import type { Operation } from '@svc/operations/registry/define-operation';
import { isTool, toolNameOf } from '@svc/operations/registry/tools';
import { type ApprovalRules, checkCaller } from '@svc/operations/run/checks';
import type { AgentCaller } from '@svc/operations/run/operation-context';
import { runOperation } from '@svc/operations/run/run-operation';
import type { Request, Response } from 'express';
import { BRIDGE_MCP_PATH } from '../documents/bridge.js';
import { operationContext } from '../operation-calls.js';
import { BRIDGE_PATH, type BridgeOptions } from './bridge.js';
import { admitCall, agentCallOf, beginNotes, recordOf } from './bridge-calls.js';
import { BRIDGE_PROMPTS } from './bridge-prompts.js';
import { bridgeResources } from './bridge-resources.js';
import { nameCall, namedIn, readCallMeta } from './call-meta.js';
import { tellOfUploads } from './large-messages.js';

/** Maximum bytes of one message: parsing a larger one would block the event loop. */
const BYTES_MAX = 8_388_608;

/** The endpoint's instructions for every model, under the operator's approval rules. */
export const instructionsUnder = (rules: ApprovalRules): string =>
  "Tools for the user's sponsored-content deals. Record a day's links with deals_bulk_add_view_checks, never with deals_create. " +
  'Before you record a count, let viewcheck_evidence judge it: start with action=plan_video_search and follow the nextAction of each response. ' +
  `The user must approve ${approvedCallsUnder(rules)}: these return APPROVAL_REQUIRED with a link for the user. Once they have approved, call approvals_execute. ` +
  'For more tools, add ?tools=all to the address.';

/** The MCP endpoint of the bridge: every operation that agents may use and that returns JSON, as a tool. */
export function bridgeTools(options: BridgeOptions): Route {
  const { publicOriginOf, isOwnHost, appName, version, log } = options;
  const tools = toolsOf(options.operations);
  const families = new Set(tools.map(({ family }) => family));
  const run = (operation: Operation, input: Record<string, unknown>, call: ToolCall<AgentCaller>): Promise<unknown> =>
    runTool(operation, input, call, options);
  const route = mcpRoute<Operation, AgentCaller>({
    path: BRIDGE_MCP_PATH.slice(BRIDGE_PATH.length),
    server: { name: 'agent-bridge', title: `${appName} Agent Bridge`, version },
    instructions: instructionsUnder(options.catalog.rules),
    tools,
    nameOf: toolNameOf,
    inputOf,
    annotationsOf: ({ name, tier, destructive, repeatable, http }) => ({
      readOnlyHint: tier === 0,
      // The approved call may be any operation.
      destructiveHint: destructive || name === 'approvals.execute',
      idempotentHint: tier === 0 || repeatable === true || http.method !== 'POST',
      openWorldHint: name === 'screenshots.capture',
    }),
    isListed,
    originsFor: (request) => [publicOriginOf(request as Request)],
    isOwnHost: (request) => isOwnHost(request as Request),
    identify: options.identifyAgent,
    async admit(request, response, caller) {
      await admitCall(beginNotes(caller, 'mcp'), false, response, options);
      checkFamilies(request as Request, families);
    },
    async countMessages(count, response, caller) {
      for (let index = 0; index < count; index += 1) {
        setHeaders(response, rateLimitHeaders(await options.limits.spendCall(caller)));
      }
    },
    authorize: checkCaller,
    nameCall,
    bytesMax: () => BYTES_MAX,
    enterBody: (response, { userId }) => options.bodyRoom.untilAnswered(response, claimantOf(userId, '')),
    run,
    resources: bridgeResources(options.operations, run),
    prompts: BRIDGE_PROMPTS,
    log,
  });
  return {
    path: route.path,
    handle: (request, response) =>
      route.handle(request, response).catch(async (error: unknown) => {
        throw await tellOfUploads(error, request, publicOriginOf(request as Request));
      }),
  };
}

/** Operations that are tools, ordered by name. */
function toolsOf(operations: readonly Operation[]): Operation[] {
  const takesJson = ({ http: { accepts } }: Operation): boolean => accepts?.types.includes('application/json') ?? true;
  return operations
    .filter((operation) => operation.access !== 'adapter' && isTool(operation) && takesJson(operation))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** The short list, all of them (`?tools=all`), or those of some families (`?tools=deals,screenshots`). */
function isListed(operation: Operation, request: IncomingMessage): boolean {
  const asked = askedFamilies(request as Request);
  if (asked.length === 0) return operation.core === true;
  return asked.includes('all') || asked.includes(operation.family);
}

/** The families in `tools`, which may be repeated; none for the short list. */
function askedFamilies({ query: { tools } }: Request): string[] {
  return [tools].flat().flatMap((each) => (typeof each === 'string' && each !== '' ? each.split(',') : []));
}

/** Throws VALIDATION_ERROR for a family without tools, instead of an empty list. */
function checkFamilies(request: Request, families: ReadonlySet<string>): void {
  const unknown = askedFamilies(request).filter((family) => family !== 'all' && !families.has(family));
  if (unknown.length === 0) return;
  const message = `has no family ${unknown.join(', ')}. Send all, or some of ${[...families].join(', ')}.`;
  throw validationError([{ path: 'tools', message }]);
}

/** Runs a tool like the same call over HTTPS: with a request id, limits, and a record. */
async function runTool(
  operation: Operation,
  input: Record<string, unknown>,
  call: ToolCall<AgentCaller>,
  options: BridgeOptions,
): Promise<unknown> {
  const { caller, requestId, meta, request, response, signal, refusal } = call;
  const asked = request as Request;
  const notes = beginNotes(caller, 'mcp');
  let failure: unknown;
  try {
    const agent = (notes.agent = agentCallOf(caller, readCallMeta(call), 'mcp'));
    if (refusal) throw refusal;
    if (operation.tier > 0) await options.limits.spendWrite(caller);
    checkSize(operation, input);
    const { own, beside } = splitInput(operation, input);
    const origin = options.publicOriginOf(asked);
    const context = operationContext(asked, origin, options, options.forwardFor(asked, response as Response, beside));
    const result = await runOperation({
      operation,
      catalog: options.catalog,
      input: own,
      caller,
      context: { ...context, source: 'agent', apiPath: BRIDGE_PATH, pathOrigin: origin },
      requestId,
      idempotencyKey: operation.tier > 0 ? (namedIn(meta) ?? randomUUID()) : undefined,
      agent,
      noteApproval: (approvalId) => void (notes.approvalId = approvalId),
      signal,
    });
    Object.assign(notes, { output: result.output, replayed: result.replayed });
    return result.output;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    options.recorder.record(recordOf(notes, operation.name, requestId, failure));
  }
}

/** Throws PAYLOAD_TOO_LARGE, as over HTTPS: a message may be larger than the body that its operation accepts. */
function checkSize({ http: { bodyBytesMax } }: Operation, input: Record<string, unknown>): void {
  if (bodyBytesMax !== undefined && Buffer.byteLength(JSON.stringify(input)) > bodyBytesMax)
    throw tooLarge(bodyBytesMax);
}

/** Splits the input into the operation's own part, and the body with the image for a service. */
function splitInput({ http }: Operation, input: Record<string, unknown>) {
  if (!http.accepts) return { own: input, beside: undefined };
  const inPath = namesInPath(http.path);
  const entries = Object.entries(input);
  return {
    own: Object.fromEntries(entries.filter(([name]) => inPath.has(name))),
    beside: Object.fromEntries(entries.filter(([name]) => !inPath.has(name))),
  };
}
