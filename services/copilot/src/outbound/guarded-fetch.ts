import { egressTarget, portOf } from '@svc/chassis/outbound/egress-allow';
import { pin, resolveTarget, type TargetRules } from '@svc/chassis/outbound/resolve-target';
import type { buildConnector } from 'undici';
import { OUTSIDE_PORTS } from './outside-ports.js';

const CONNECT_MS = 5_000;

/** Addresses that users and administrators may enter. */
export type OutsideRules = Omit<TargetRules, 'ports'>;

/** `fetch` for entered addresses, with its connection pool. */
export interface GuardedFetch {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/**
 * `fetch` for providers and MCP servers that users or administrators enter. Checks the addresses of a name again for each connection, uses https
 * unless the operator exempts the target, and follows no redirect.
 */
export function createGuardedFetch(rules: OutsideRules): GuardedFetch {
  let opened: ReturnType<typeof openAgent> | undefined;
  const send: typeof fetch = async (input, init) => {
    const { url, method, headers, body, signal } = new Request(input, init);
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !rules.allowed.has(egressTarget(hostname, portOf(new URL(url))))) throw refusal();
    const { agent, fetchBy } = await (opened ??= openAgent(rules));
    const answer = await fetchBy(url, {
      method,
      headers: [...headers],
      body: body === null ? null : await new Response(body).text(),
      redirect: 'error',
      signal,
      dispatcher: agent,
    });
    return new Response(answer.body as ReadableStream | null, {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
  return {
    fetch: send,
    close: async () => (await opened)?.agent.destroy(),
  };
}

/** The library is loaded on first use. */
async function openAgent(rules: OutsideRules) {
  const { Agent, buildConnector: connectorOf, fetch: fetchBy } = await import('undici');
  const connect = async (options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> => {
    try {
      connectorOf({ lookup: pin(await judge(rules, options)), timeout: CONNECT_MS })(options, callback);
    } catch (error) {
      callback(error instanceof Error ? error : refusal(), null);
    }
  };
  return { agent: new Agent({ connect: (options, callback) => void connect(options, callback) }), fetchBy };
}

/** The allowed addresses of a connection; throws when there are none. */
async function judge(
  rules: OutsideRules,
  { hostname, port, protocol }: buildConnector.Options,
): Promise<readonly string[]> {
  const wanted = Number(port) || (protocol === 'https:' ? 443 : 80);
  const target = await resolveTarget(hostname, wanted, { ...rules, ports: OUTSIDE_PORTS });
  if (!target.ok) throw refusal();
  return target.addresses;
}

function refusal(): Error {
  return new Error('The address may not be reached.');
}
