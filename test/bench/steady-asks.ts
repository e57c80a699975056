/**
 * Asks at a steady rate, whether or not what was asked before is answered, and says at the next message how many milliseconds each
 * took. A process of its own: one that sends large files itself asks late.
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

const agent = new Agent({ keepAlive: true });

process.once('message', ({ asks, everyMs }: SteadyAsks) => {
  const taken = asks.map((): Promise<number>[] => []);
  const timer = setInterval(() => {
    for (const [index, ask] of asks.entries()) taken[index]?.push(time(ask));
  }, everyMs);
  process.send?.('asking');
  process.once('message', () => {
    clearInterval(timer);
    Promise.all(taken.map((each) => Promise.all(each))).then(
      (milliseconds) => process.send?.(milliseconds),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  });
});
process.send?.('ready');

function time({ url, token }: SteadyAsk): Promise<number> {
  const startedAt = performance.now();
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${url} was answered with ${answer.statusCode}.`));
      });
    }).on('error', reject);
  });
}
