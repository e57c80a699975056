import { randomUUID } from 'node:crypto';
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { BRIDGE_PATH, type Connection, send, tokenRefused } from './connection.js';
import { Failure } from './failure.js';

/** Maximum characters of an image in a message to the remote endpoint, which accepts messages up to 8 MiB. */
const IMAGE_CHARACTERS_MAX = 6 * 1_048_576;

/** Members of `_meta` in which a host sends the values of headers. */
const REQUEST_ID = 'svc.agent/request-id';
const APPROVAL_ID = 'svc.agent/approval-id';

/** The part of the bridge's schema that a call needs. */
const Schema = z.object({
  families: z.array(
    z.object({ operations: z.array(z.object({ name: z.string(), method: z.string(), path: z.string() })) }),
  ),
});

type Params = CallToolRequest['params'];

/** Whether a call has an image that is too large for a message. */
export function isLarge({ arguments: input = {} }: Params): boolean {
  return typeof input.image === 'string' && input.image.length > IMAGE_CHARACTERS_MAX;
}

/** Makes the call over the operation's own route, which accepts large images. Throws Failure when that is not possible. */
export async function callOverHttp(
  connection: Connection,
  params: Params,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const route = await findRoute(connection, params.name, signal);
  const { path, body } = fillPath(route.path, params.arguments ?? {});
  const approvalId = metaOf(params, APPROVAL_ID);
  const response = await send(connection, path, {
    method: route.method,
    signal,
    headers: {
      authorization: `Bearer ${connection.token}`,
      'content-type': 'application/json',
      'x-dd-request-id': metaOf(params, REQUEST_ID) ?? randomUUID(),
      ...(approvalId === undefined ? {} : { 'x-dd-approval-id': approvalId }),
    },
    body: JSON.stringify(body),
  });
  if (response.status === 401) throw tokenRefused(connection);
  const answer = await readJson(response);
  const content = [{ type: 'text' as const, text: JSON.stringify(answer) }];
  return response.ok ? { content, structuredContent: answer } : { content, isError: true };
}

async function findRoute(connection: Connection, tool: string, signal: AbortSignal) {
  const response = await send(connection, `${BRIDGE_PATH}/schema`, { signal });
  const parsed = Schema.safeParse(await readJson(response));
  const operations = parsed.data?.families.flatMap((family) => family.operations) ?? [];
  const route = operations.find(({ name }) => name === tool || name.replaceAll('.', '_') === tool);
  if (route) return route;
  const message = `The product at ${connection.baseUrl} has no operation for the tool ${tool}.`;
  throw new Failure(message, {}, { code: 'NOT_FOUND' });
}

/** Splits the arguments into those of the path and those of the body. */
function fillPath(path: string, input: Readonly<Record<string, unknown>>) {
  const body: Record<string, unknown> = { ...input };
  const filled = path.replaceAll(/:(\w+)|\{(\w+)\}/g, (_match, colon?: string, braces?: string) => {
    const name = colon ?? braces ?? '';
    const value = body[name];
    delete body[name];
    if (typeof value === 'string' && value !== '') return encodeURIComponent(value);
    throw new Failure(`The argument ${name} is missing.`, {}, { code: 'VALIDATION_ERROR' });
  });
  return { path: filled, body };
}

function metaOf({ _meta: meta }: Params, name: string): string | undefined {
  const value: unknown = meta?.[name];
  return typeof value === 'string' ? value : undefined;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? { ...value } : { value };
  } catch {
    throw new Failure(`The product answered ${response.status} with an unreadable response.`);
  }
}
