import { type AddressInfo, createServer } from 'node:net';

/** A mail server with the part of SMTP (RFC 5321) that receiving mails requires. */
export interface MailServer {
  readonly url: string;
  /** Accepted mails, decoded. */
  readonly taken: readonly string[];
  /** Recipients named by clients, one per attempt. */
  readonly tried: readonly string[];
  /** Responds to the next recipients with these lines, such as `451 Try again`; then accepts them. */
  refuse(...answers: string[]): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const taken: string[] = [];
  const tried: string[] = [];
  const refusals: string[] = [];
  const server = createServer((socket) => {
    let body: string | undefined;
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      if (body !== undefined) {
        body += bytes.toString();
        if (!body.endsWith('\r\n.\r\n')) return;
        taken.push(body.replaceAll('=\r\n', '').replaceAll('=3D', '='));
        body = undefined;
        socket.write('250 OK\r\n');
        return;
      }
      const line = bytes.toString();
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'RCPT') {
        tried.push(/<([^<>]*)>/.exec(line)?.[1] ?? '');
        socket.write(`${refusals.shift() ?? '250 OK'}\r\n`);
        return;
      }
      if (command === 'DATA') body = '';
      socket.write(command === 'DATA' ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 OK\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    tried,
    refuse: (...answers) => void refusals.push(...answers),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
