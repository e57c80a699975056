/**
 * `node dist/probe.js [liveness]`: checks whether the process in the same container is ready, or alive, at the address in its settings. Exits with 1
 * if it is not. For platforms without gRPC probes, unlike Kubernetes. It runs every few seconds in each container, so it imports only Node modules: a
 * gRPC client takes four times as long to load.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { buffer } from 'node:stream/consumers';

const TIMEOUT_MS = 3_000;
/** A `grpc.health.v1.HealthCheckResponse` with SERVING, in an uncompressed frame. */
const SERVING = Buffer.from([0, 0, 0, 0, 2, 8, 1]);

const part = process.argv[2] === 'liveness' ? 'liveness' : 'readiness';
const { GRPC_ADDRESS, PORT } = process.env;

/** A `grpc.health.v1.HealthCheckRequest` for the part. */
function requestFrame(): Buffer {
  const message = Buffer.concat([Buffer.from([0x0a, part.length]), Buffer.from(part)]);
  return Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
}

async function asksGrpc(address: string): Promise<boolean> {
  const host = address.startsWith('[') ? '[::1]' : '127.0.0.1';
  const session = connect(`http://${host}${address.slice(address.lastIndexOf(':'))}`);
  session.on('error', () => undefined);
  const headers = { 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request({ ':method': 'POST', ':path': '/grpc.health.v1.Health/Check', ...headers });
  stream.end(requestFrame());
  const answer = await buffer(stream);
  session.close();
  return answer.equals(SERVING);
}

async function asksHttp(port: string): Promise<boolean> {
  const request = get(`http://127.0.0.1:${port}/healthz/${part === 'liveness' ? 'live' : 'ready'}`);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer.statusCode === 200;
}

const asked = GRPC_ADDRESS ? asksGrpc(GRPC_ADDRESS) : asksHttp(PORT || '8080');
setTimeout(() => process.exit(1), TIMEOUT_MS);
process.exit((await asked.catch(() => false)) ? 0 : 1);
