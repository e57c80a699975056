import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { egressTarget } from '@svc/chassis/outbound/egress-allow';
import { listenLocally } from '@svc/chassis/testing/local-listener';

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A local web server under a name that only the tests' resolver knows. */
export interface PageServer {
  readonly port: number;
  /** Target of an exemption for this server. */
  readonly target: string;
  readonly url: (path: string) => string;
  /** Serves a page, or a handler's response, at a path. */
  readonly put: (path: string, answer: Answer) => string;
  /** Requested paths, in order. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

export const PAGE_HOST = 'pages.example.com';

export async function startPageServer(): Promise<PageServer> {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const answer = answers.get(path.split('?', 1)[0] ?? '');
    if (answer === undefined) response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>There is nothing here');
    else if (typeof answer === 'string')
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(answer);
    else answer(request, response);
  });
  const { port, close } = await listenLocally(server);
  const url = (path: string): string => `http://${PAGE_HOST}:${port}${path}`;
  return {
    port,
    target: egressTarget(PAGE_HOST, port),
    url,
    put(path, answer) {
      answers.set(path, answer);
      return url(path);
    },
    asked,
    close,
  };
}
