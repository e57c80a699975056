import type { Log } from '@svc/chassis/log';
import { egressTarget, portOf } from '@svc/chassis/outbound/egress-allow';
import { pin, resolveTarget, type TargetRules } from '@svc/chassis/outbound/resolve-target';
import { Agent, buildConnector, fetch as fetchBy } from 'undici';
import { createProviderFetch } from './fetch-from-provider.js';

const CONNECT_MS = 5_000;
/** Ports of providers that users name. */
export const PROVIDER_PORTS: ReadonlySet<number> = new Set([443, 8_443]);

/** `fetch` for addresses that users name, and the connections that it keeps. */
export interface GuardedFetch {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/**
 * `fetch` for providers that users name. It connects to addresses that were judged at that moment and to no others, whatever the name has
 * said before, by https unless the operator has exempted the target.
 */
export function createGuardedFetch(rules: Omit<TargetRules, 'ports'>, log: Log): GuardedFetch {
  const agent = new Agent({ connect: (options, callback) => void connectJudged(rules, options, callback) });
  const send: typeof fetch = async (input, init) => {
    const { url, method, headers, body, redirect, signal } = new Request(input, init);
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !rules.allowed.has(egressTarget(hostname, portOf(new URL(url))))) throw refusal();
    const sent = body === null ? null : new Uint8Array(await new Response(body).arrayBuffer());
    const answer = await fetchBy(url, {
      method,
      headers: [...headers],
      body: sent,
      redirect,
      signal,
      dispatcher: agent,
    });
    return new Response(answer.body as ReadableStream | null, {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
  return {
    fetch: createProviderFetch(send),
    close: () => agent.destroy().catch((error: unknown) => log.warn({ err: error }, 'connections did not close')),
  };
}

async function connectJudged(
  rules: Omit<TargetRules, 'ports'>,
  options: buildConnector.Options,
  callback: buildConnector.Callback,
): Promise<void> {
  try {
    const { hostname, port, protocol } = options;
    const wanted = Number(port) || (protocol === 'https:' ? 443 : 80);
    const target = await resolveTarget(hostname, wanted, { ...rules, ports: PROVIDER_PORTS });
    if (!target.ok) throw refusal();
    buildConnector({ lookup: pin(target.addresses), timeout: CONNECT_MS })(options, callback);
  } catch (error) {
    callback(error instanceof Error ? error : refusal(), null);
  }
}

function refusal(): Error {
  return new Error('The address of the provider may not be reached.');
}
