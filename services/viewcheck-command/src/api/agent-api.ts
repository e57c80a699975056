import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { BRIDGE_PATH, readBaseUrl, send } from 'svc-agent-mcp/connection';
import { z } from 'zod';
import { CommandFailure } from '../command-failure.js';

const DUE_VIEWS_MAX = 200;
const POLL_MS = 1_000;
const RETRY_SECONDS_MAX = 120;

const ErrorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const Item = z.record(z.string(), z.unknown());
const DueViews = z.object({ items: z.array(Item).max(DUE_VIEWS_MAX) });
const Screenshot = z.looseObject({ screenshotId: z.string(), status: z.string() });
const Job = z.object({
  jobId: z.string(),
  screenshotId: z.string(),
  status: z.enum(['queued', 'running', 'captured', 'failed']),
  failure: z.object({ code: z.string(), message: z.string() }).nullish(),
});

/** A screenshot from the API. */
export type ScreenshotRecord = z.output<typeof Screenshot>;

/** Thrown when the API refuses a call. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';

  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The API calls of this command. Only `capture` writes: it creates screenshot records. */
export interface AgentApi {
  /** Returns at most 200 due views, with their newest view logs. */
  listDueViews(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Captures a page and waits for the result. Rejects with ApiRefusal when there is no image. */
  capture(request: Readonly<Record<string, unknown>>): Promise<ScreenshotRecord>;
}

export interface AgentApiOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** Aborts when the run times out or is interrupted. */
  readonly signal: AbortSignal;
}

/** Validates the product's base URL. Throws USAGE for one that would send the token unencrypted. */
export function readProductUrl(text: string, name: string): string {
  try {
    return readBaseUrl(text, name);
  } catch (error) {
    throw new CommandFailure('USAGE', error instanceof Error ? error.message : String(error));
  }
}

/** Opens the API. Methods reject with ApiRefusal when the product refuses, and with API_ERROR when it is unreachable. */
export function openAgentApi(options: AgentApiOptions): AgentApi {
  const ask = <Output>(schema: z.ZodType<Output>, method: 'GET' | 'POST', path: string, body?: unknown) =>
    call(options, schema, { method, path, body, requestId: randomUUID() });
  return {
    async listDueViews() {
      const { items } = await ask(DueViews, 'GET', `/deals/due-views?includeLogs=true&limit=${DUE_VIEWS_MAX}`);
      return items;
    },
    async capture(request) {
      const answer = await ask(z.union([Job, Screenshot]), 'POST', '/screenshots/capture', request);
      if (!('jobId' in answer && typeof answer.jobId === 'string')) return Screenshot.parse(answer);
      for (let job = Job.parse(answer); ; job = await ask(Job, 'GET', `/screenshots/captures/${job.jobId}`)) {
        if (job.status === 'failed')
          throw new ApiRefusal(job.failure?.code ?? 'CAPTURE_FAILED', job.failure?.message ?? 'The capture failed.');
        if (job.status === 'captured') return ask(Screenshot, 'GET', `/screenshots/${job.screenshotId}`);
        await pause(POLL_MS, undefined, { signal: options.signal });
      }
    },
  };
}

interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: unknown;
  /** The same for every retry, so that the call takes effect only once. */
  readonly requestId: string;
}

/** Retries as long as the product's responses have a retry delay. */
async function call<Output>(options: AgentApiOptions, schema: z.ZodType<Output>, asked: ApiCall): Promise<Output> {
  for (;;) {
    const response = await sendCall(options, asked);
    const wait = response.status === 429 || response.status === 503 ? secondsToWait(response) : undefined;
    if (wait === undefined) return readAnswer(response, schema, options);
    await response.body?.cancel();
    await pause(wait * 1_000, undefined, { signal: options.signal });
  }
}

async function sendCall({ baseUrl, token, signal }: AgentApiOptions, asked: ApiCall): Promise<Response> {
  const { method, path, body, requestId } = asked;
  try {
    return await send({ baseUrl }, BRIDGE_PATH + path, {
      method,
      signal,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        'x-dd-request-id': requestId,
        'x-dd-actor-id': 'svc-viewcheck',
        'x-dd-channel': 'cli',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new CommandFailure('API_ERROR', `${baseUrl} does not answer. Check --base-url and the network.`, { cause });
  }
}

function secondsToWait({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 && seconds <= RETRY_SECONDS_MAX ? Math.max(seconds, 1) : undefined;
}

async function readAnswer<Output>(
  response: Response,
  schema: z.ZodType<Output>,
  { baseUrl }: AgentApiOptions,
): Promise<Output> {
  const body = await response.json().catch((): unknown => undefined);
  const refusal = ErrorBody.safeParse(body);
  if (!response.ok && refusal.success) throw new ApiRefusal(refusal.data.error.code, refusal.data.error.message);
  const answer = schema.safeParse(body);
  if (response.ok && answer.success) return answer.data;
  throw new CommandFailure('API_ERROR', `${baseUrl} does not answer like the product. Check --base-url.`);
}
