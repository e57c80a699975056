/**
 * Asks questions and reads the streamed answers of the product or a model server, as a separate process. Pieces of an
 * answer contain the time they were sent, which gives their delay.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A question with a streamed answer. */
export interface StreamAsk {
  readonly url: string;
  readonly token?: string;
  readonly body: string;
}

export interface ReadOptions {
  readonly asks: readonly StreamAsk[];
  /** Maximum concurrent questions. */
  readonly atOnce: number;
  /** Milliseconds between the starts of the concurrent workers; 0 by default. */
  readonly apartMs?: number;
  /** `leave` disconnects after the first piece; `stall` reads nothing until the bench ends; `read` is the default. */
  readonly manner?: 'read' | 'leave' | 'stall';
}

/** The result of reading one answer. */
export interface ReadStream {
  readonly status: number;
  /** Milliseconds from the question to the first piece; null if none arrived. */
  readonly firstMs: number | null;
  /** Milliseconds between sending and reading each piece. */
  readonly lateMs: readonly number[];
  /** Whether the stream ended with its end marker. */
  readonly isWhole: boolean;
  /** Error code of the answer or of the stream; undefined without an error. */
  readonly code?: string | undefined;
}

/** A timestamp in digits with its separator. */
const MOMENT = /(\d{13}) /g;

const CODE = /"code":"(\w+)"/;

const agent = new Agent({ keepAlive: true });

process.on('message', (options: ReadOptions) => {
  readAll(options).then(
    (streams) => process.send?.(streams),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.send?.('ready');

async function readAll({ asks, atOnce, apartMs = 0, manner = 'read' }: ReadOptions): Promise<ReadStream[]> {
  const streams: ReadStream[] = [];
  const left = asks.values();
  const work = async (place: number): Promise<void> => {
    await sleep(place * apartMs);
    for (const ask of left) streams.push(await ONE[manner](ask));
  };
  await Promise.all(Array.from({ length: atOnce }, (_, place) => work(place)));
  return streams;
}

function open({ url, token, body }: StreamAsk): Promise<IncomingMessage> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body);
  });
}

async function read(ask: StreamAsk, isEnough: () => boolean = () => false): Promise<ReadStream> {
  const askedAt = performance.now();
  const answer = await open(ask);
  let firstMs: number | null = null;
  const lateMs: number[] = [];
  let [rest, said, isWhole] = ['', '', false];
  let code: string | undefined;
  for await (const chunk of answer.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    const now = Date.now();
    for (const line of lines) {
      if (line === 'data: [DONE]') isWhole = true;
      if (line.startsWith('data: {"type":"data-error"')) code = CODE.exec(line)?.[1];
      const delta = deltaOf(line);
      if (delta === '') continue;
      firstMs ??= performance.now() - askedAt;
      said += delta;
      let taken = 0;
      for (const match of said.matchAll(MOMENT)) {
        lateMs.push(now - Number(match[1]));
        taken = match.index + match[0].length;
      }
      said = said.slice(taken);
    }
    if (firstMs !== null && isEnough()) break;
  }
  code ??= answer.statusCode === 200 ? undefined : CODE.exec(rest)?.[1];
  return { status: answer.statusCode ?? 0, firstMs, lateMs, isWhole, code };
}

/** Text that an event adds, in either protocol. */
function deltaOf(line: string): string {
  if (!line.startsWith('data: {')) return '';
  const event = JSON.parse(line.slice('data: '.length)) as {
    type?: string;
    delta?: string;
    choices?: { delta?: { content?: string } }[];
  };
  return (event.type === 'text-delta' ? event.delta : event.choices?.[0]?.delta?.content) ?? '';
}

/** Opens a stream without reading it: the kernel's buffers fill up first, and then those of the product. */
async function stall(ask: StreamAsk): Promise<ReadStream> {
  const answer = await open(ask);
  answer.pause();
  answer.on('error', () => undefined);
  return { status: answer.statusCode ?? 0, firstMs: null, lateMs: [], isWhole: false };
}

const ONE = { read: (ask: StreamAsk) => read(ask), leave: (ask: StreamAsk) => read(ask, () => true), stall };
