import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { startTestGateway } from '../testing/test-gateway.js';

test('no body that is read here exceeds what the installation allows, whatever an operation takes', async () => {
  const gateway = await startTestGateway({ bodyBytesMax: 1_000 });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${gateway.signIn().token}` };
  const post = async (path: string, bytes: number): Promise<number> => {
    const body = JSON.stringify({ name: 'x' }).padEnd(bytes);
    return (await gateway.fetch(path, { method: 'POST', headers, body })).status;
  };

  const statuses = [
    await post('/api/deals', 1_001),
    await post('/api/contacts/import', 1_001),
    await post('/api/contacts/import', 1_000),
  ];
  await gateway.stop();

  expect(statuses).toEqual([413, 413, 400]);
});

test('whoever announces a large body is refused before any of it is sent, and may still be sending it', async () => {
  const gateway = await startTestGateway();
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));

  socket.write(
    'POST /api/deals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 70000000\r\n\r\n',
  );
  await eventually(() => expect(answer).toMatch(/"requestId":"[^"]+"\}\}$/));
  const isOpen = !socket.readableEnded && socket.writable;
  socket.write('{"name":');
  await once(socket, 'close');
  await gateway.stop();

  expect(isOpen).toBe(true);
  expect(answer).toMatch(/^HTTP\/1\.1 401 .*\r\nConnection: close\r\n/s);
});
