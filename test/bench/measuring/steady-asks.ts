/**
 * Sends requests at a steady rate, whether or not earlier ones have been answered, and reports their durations in milliseconds on the next message.
 * Runs as a separate process, because a process that also sends large files would send them late.
 */
import { Agent, get } from 'node:http';

export interface SteadyAsk {
  readonly url: string;
  readonly token?: string;
}

export interface SteadyAsks {
  readonly asks: readonly SteadyAsk[];
  readonly everyMs: number;
}

const WARM_UPS = 20;

const agent = new Agent({ keepAlive: true });

process.once('message', ({ asks, everyMs }: SteadyAsks) => {
  warmUp(asks).then(
    () => begin(asks, everyMs),
    (error: unknown) => fail(error),
  );
});
process.send?.('ready');

/** Sends warm-up requests, because the first requests of a process take longer. */
async function warmUp(asks: readonly SteadyAsk[]): Promise<void> {
  for (let count = 0; count < WARM_UPS; count += 1) for (const ask of asks) await time(ask);
}

function begin(asks: readonly SteadyAsk[], everyMs: number): void {
  const taken = asks.map((): Promise<number>[] => []);
  const timer = setInterval(() => {
    for (const [index, ask] of asks.entries()) taken[index]?.push(time(ask));
  }, everyMs);
  process.send?.('asking');
  process.once('message', () => {
    clearInterval(timer);
    Promise.all(taken.map((each) => Promise.all(each))).then(
      (milliseconds) => process.send?.(milliseconds),
      (error: unknown) => fail(error),
    );
  });
}

function fail(error: unknown): never {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}

function time({ url, token }: SteadyAsk): Promise<number> {
  const startedAt = performance.now();
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${url} answers ${answer.statusCode}.`));
      });
    }).on('error', reject);
  });
}
