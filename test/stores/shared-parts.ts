/**
 * Parts that test files share but not all of them need: one whole stack per run, started on first use. Served over
 * HTTP, because test files run in separate processes.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OwnStack, startOwnStack } from '../own-stack.ts';
import { addressesOf, type StackAddresses } from '../stack.ts';
import { ADAPTER } from '../system/agents/bridge-agents.ts';
import { FROM_ANYWHERE } from '../system/short-links/short-link-visits.ts';
import { stores } from './running.ts';

/**
 * Settings that suit every file on the shared stack: an adapter, callers from any address, and effectively unlimited
 * agent calls.
 */
const SETTINGS = {
  ...ADAPTER.environment,
  ...FROM_ANYWHERE,
  SVC_AGENT_CALLS_PER_MINUTE: '100000',
  SVC_AGENT_WRITES_PER_MINUTE: '100000',
  // Chromium has no sandbox when run as root.
  ...(process.getuid?.() === 0 ? { CAPTURE_NO_SANDBOX: 'true' } : {}),
};

/** Serves the shared parts on a free port, named by TEST_PARTS_URL, until the run ends. */
export async function serveSharedParts(): Promise<void> {
  const shared = shareStack();
  const server = createServer((request, response) => {
    if (request.url === '/stack') void answer(response, shared.addresses());
    else void answer(response, shared.ended);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.TEST_PARTS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stores.push({ stop: () => close(server) }, { stop: shared.stop });
}

async function answer(response: ServerResponse, value: Promise<unknown>): Promise<void> {
  try {
    response.end(JSON.stringify(await value));
  } catch (error) {
    response.writeHead(503).end(JSON.stringify(error instanceof Error ? error.message : String(error)));
  }
}

function shareStack() {
  const { promise: ended, resolve: tellEnd } = Promise.withResolvers<string>();
  let starting: Promise<OwnStack> | undefined;
  const start = (): Promise<OwnStack> =>
    startOwnStack('shared', {
      environment: SETTINGS,
      onTrouble: (line) => tellEnd(`The shared stack has died: ${line}`),
    });
  return {
    /** Resolves with a sentence when a process of the stack ends unexpectedly. */
    ended,
    addresses: async (): Promise<StackAddresses> => addressesOf(await (starting ??= start())),
    stop: async (): Promise<void> => {
      const stack = await starting?.catch(() => undefined);
      await stack?.stop();
    },
  };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
