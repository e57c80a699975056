/** Reference for redirects: the least a server on this runtime can do. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const location = JSON.parse(process.argv[2] ?? '') as string;

const server = createServer((_request, response) => {
  response.writeHead(302, { location });
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
