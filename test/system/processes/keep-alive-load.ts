import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** One request of the load. */
export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface LoadResult {
  sent: number;
  /** Each error answer, and each connection that broke during a request. */
  readonly failures: string[];
}

/** Continuous load at a steady rate. */
export interface Load {
  /**
   * Stops sending to the origin until `enter`, as a load balancer does; resolves once no request is in flight there.
   */
  leave(origin: string): Promise<void>;
  enter(origin: string): void;
  /** Changes the rate, in requests per second; a maximum. */
  pace(perSecond: number): void;
  stop(): Promise<LoadResult>;
}

/** Errors of a connection closed while idle; like a browser, the load retries these on another connection. */
const IDLE_CLOSED = ['ECONNRESET', 'EPIPE'];

/** Maximum requests in flight: on a busy machine a backlog would otherwise grow until the end. */
const UNDER_WAY_MAX = 32;

/** Outcome of a request on a new connection. */
const RESET = 'cut: ECONNRESET';

/**
 * Sends requests at a steady rate, or as fast as they are answered if that is slower, over kept-alive connections, round robin over the origins. An
 * origin that refuses connections is skipped, as by a client whose name resolves to several addresses. A closing listener resets connections that it
 * has not accepted yet; a read, or a write with an idempotency key, is then repeated on another origin.
 */
export function startLoad(origins: readonly string[], perSecond: number, next: (count: number) => LoadRequest): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const result: LoadResult = { sent: 0, failures: [] };
  const running = new Set<Promise<void>>();
  const left = new Set<string>();
  const underWay = new Map(origins.map((origin) => [origin, new Set<Promise<string>>()]));
  const stopping = new AbortController();

  const sendOne = async (count: number): Promise<void> => {
    const wanted = next(count);
    for (let tries = 0; tries < 4; tries += 1) {
      const open = origins.filter((each) => !left.has(each));
      const origin = open[(count + tries) % open.length] ?? '';
      const asking = attempt(agent, origin, wanted);
      underWay.get(origin)?.add(asking);
      const outcome = await asking;
      underWay.get(origin)?.delete(asking);
      if (outcome === 'again' || (outcome === RESET && isRepeatable(wanted) && !(await accepts(origin)))) continue;
      if (outcome !== 'ok') result.failures.push(`${wanted.method} ${origin}${wanted.path}: ${outcome}`);
      return;
    }
    result.failures.push(`${wanted.method} ${wanted.path}: no origin accepts a connection`);
  };

  let pace = { perSecond, since: performance.now(), sentBefore: 0 };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const due = pace.sentBefore + Math.floor(((performance.now() - pace.since) / 1_000) * pace.perSecond);
      for (; result.sent < due; result.sent += 1) {
        if (running.size >= UNDER_WAY_MAX) {
          pace = { ...pace, since: performance.now(), sentBefore: result.sent };
          break;
        }
        const sending = sendOne(result.sent).finally(() => running.delete(sending));
        running.add(sending);
      }
      await pause(5);
    }
    await Promise.all(running);
  };

  const ended = run();
  return {
    async leave(origin) {
      left.add(origin);
      const asked = underWay.get(origin);
      if (asked) await Promise.all(asked);
    },
    enter: (origin) => void left.delete(origin),
    pace: (newPerSecond) => {
      pace = { perSecond: newPerSecond, since: performance.now(), sentBefore: result.sent };
    },
    async stop() {
      stopping.abort();
      await ended;
      agent.destroy();
      return result;
    },
  };
}

function isRepeatable({ method, headers }: LoadRequest): boolean {
  return method === 'GET' || headers?.['idempotency-key'] !== undefined;
}

/** Whether the origin accepts new connections. */
async function accepts(origin: string): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  const { promise: isAccepted, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(port), hostname, () => resolve(true));
  socket.once('error', () => resolve(false));
  return isAccepted.finally(() => socket.destroy());
}

function attempt(agent: Agent, origin: string, { method, path, headers, body }: LoadRequest): Promise<string> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const allHeaders = {
    ...headers,
    ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  };
  return new Promise((resolve) => {
    const request = startRequest(origin + path, { method, agent, headers: allHeaders });
    let response: IncomingMessage | undefined;
    request.once('response', (answer) => {
      response = answer;
      let answered = '';
      answer.setEncoding('utf8').on('data', (part: string) => (answered += part));
      answer.once('end', () => {
        const { statusCode = 0 } = answer;
        resolve(statusCode < 400 ? 'ok' : `${statusCode} ${answered}`);
      });
      answer.once('error', (error) => resolve(`cut: ${error.message}`));
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error;
      const wasIdle = request.reusedSocket && IDLE_CLOSED.includes(code) && !response;
      resolve(code === 'ECONNREFUSED' || wasIdle ? 'again' : `cut: ${code}`);
    });
    request.end(text);
  });
}
