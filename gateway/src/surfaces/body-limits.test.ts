import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { startTestGateway } from '../testing/test-gateway.js';

test("no body may exceed the installation's maximum, even if its operation accepts more", async () => {
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

test('a client that announces a large body is refused before or while sending it', async () => {
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

test('when an account announces many large bodies, the last ones are refused, and bodies of others are read', async () => {
  const gateway = await startTestGateway();
  const { hostname, port } = new URL(gateway.url);
  const { token } = gateway.signIn();
  const answers: string[] = [];
  const sockets = Array.from({ length: 60 }, () => {
    const socket = connect(Number(port), hostname);
    socket.setEncoding('utf8').on('data', (text: string) => answers.push(text));
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/contacts/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 11000000\r\n\r\n{"name":',
    );
    return socket;
  });
  await eventually(() => expect(answers.join('').match(/"code":"UPLOAD_CAPACITY"/g)).toHaveLength(20));

  const headers = { 'content-type': 'application/json', authorization: `Bearer ${gateway.signIn().token}` };
  const body = JSON.stringify({ name: 'x' }).padEnd(3_000_000);
  const ofOther = await gateway.fetch('/api/contacts/import', { method: 'POST', headers, body });
  for (const socket of sockets) socket.destroy();
  await gateway.stop();

  expect(ofOther.status).toBe(400);
  expect(answers[0]).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 2\r\n/is);
});
