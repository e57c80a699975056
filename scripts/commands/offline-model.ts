/**
 * `npm run offline-model [-- --real] [--port <port>]`: runs a local model server, to try the copilot without a provider. It has a few
 * scripted answers; with `--real` a small language model answers, which is installed on first use. Prints how to start the product
 * with it, and runs until Ctrl-C.
 */
import { parseArgs } from 'node:util';
import type { ChatModel } from '../offline-model/chat-model.ts';
import { type ChatServer, startChatServer } from '../offline-model/chat-server.ts';
import { installRealModel } from '../offline-model/install-real-model.ts';
import { loadRealModel } from '../offline-model/real-model.ts';
import { tourModel } from '../offline-model/tour-model.ts';
import { describeFailure } from '../stack/failure.ts';

const PORT = '8089';

try {
  const { values } = parseArgs({
    options: { real: { type: 'boolean', default: false }, port: { type: 'string', default: PORT } },
  });
  const model = values.real ? await loadRealModel(await installRealModel()) : tourModel;
  const server = await listen(model, readPort(values.port));
  describe(model, server);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop(server));
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port must be a number from 0 to 65535, not "${text}"; 0 takes a free one.`);
}

async function listen(model: ChatModel, port: number): Promise<ChatServer> {
  try {
    return await startChatServer(model, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is in use: stop what listens there, or choose another port with --port.`, {
      cause: error,
    });
  }
}

function describe({ id, label, contextTokens }: ChatModel, { baseUrl }: ChatServer): void {
  const pool = [{ id: 'offline', baseUrl, models: [{ id, label, contextTokens, supportsTools: true }] }];
  console.log(`The offline model answers at ${baseUrl}. In a second terminal, start the product with it:\n`);
  console.log(`COPILOT_FREE_POOL_JSON='${JSON.stringify(pool)}' npm start\n`);
  console.log('Ctrl-C stops it.');
}

async function stop(server: ChatServer): Promise<void> {
  await server.stop();
  process.exit(0);
}
