import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { connect } from 'node:net';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { generate } from 'selfsigned';
import type { ChromiumSource } from '../chromium/start-browser.js';
import type { EgressRules } from '../egress-proxy/egress-rules.js';
import { testChromium } from './test-chromium.js';

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A public address that the resolver returns; connections to it are redirected to this machine. */
const PUBLIC_ADDRESS = '93.184.215.14';

/** HTTPS servers under other hosts' names, such as those of video sites. */
export interface TestSites {
  /** Serves a page, or a handler's response, at a URL without its query. */
  readonly put: (address: string, answer: Answer) => string;
  /** Requested addresses, in order. */
  readonly asked: string[];
  /** Egress rules that lead to these sites, otherwise as in production. */
  readonly rules: EgressRules;
  readonly chromium: Extract<ChromiumSource, { sandbox: boolean }>;
  readonly certificate: string;
  readonly close: () => Promise<void>;
}

/** Starts one server for all of these host names. */
export async function startTestSites(names: readonly string[]): Promise<TestSites> {
  const altNames = names.map((value) => ({ type: 2 as const, value }));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Test sites' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer({ cert, key } satisfies ServerOptions, (request, response) => {
    const address = `https://${request.headers.host}${request.url}`;
    asked.push(address);
    const answer = answers.get(address.split('?', 1)[0] ?? '');
    if (answer === undefined) response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>Not found');
    else if (typeof answer === 'string')
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(answer);
    else answer(request, response);
  });
  const { port, close } = await listenLocally(server);
  return {
    put(address, answer) {
      answers.set(address, answer);
      return address;
    },
    asked,
    rules: {
      allowed: new Set(),
      ownHosts: new Set(),
      lookup: async (name) => (names.includes(name) ? [PUBLIC_ADDRESS] : []),
      connect: () => connect({ host: '127.0.0.1', port }),
      ca: [cert],
    },
    chromium: { ...testChromium(), trustedCertificates: [cert] },
    certificate: cert,
    close,
  };
}
