import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createBridgeServer, openRemote } from './bridge-server.js';
import { readBaseUrl, readConnection } from './connection.js';
import { Failure } from './failure.js';
import { login } from './login.js';
import { configPathOf, MCP_HOSTS, type McpHost } from './mcp-hosts.js';
import { checkConfig, storeToken } from './store-token.js';
import { wholeLines } from './whole-lines.js';

/** Maximum bytes of a message from a host: enough for an image of 40 MB in base64. */
const MESSAGE_BYTES_MAX = 64 * 1_048_576;

const SCOPES = 'svc.read,svc.write.low_risk,svc.memory';

const USAGE = `Usage:
  svc-agent-mcp [--tools all|<families>]   the MCP server; needs SVC_API_BASE_URL and SVC_AGENT_ACCESS_TOKEN
  svc-agent-mcp login --url <address> --host <host> [--scopes ${SCOPES}] [--name <name>]
      asks for a token and writes it into the configuration of the host: ${MCP_HOSTS.map(({ id }) => id).join(', ')}`;

/** Writes to standard error, because standard output is reserved for protocol messages. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof Failure ? error.message : `svc-agent-mcp failed: ${String(error)}`);
  process.exitCode = 1;
}

async function main(argv: string[]): Promise<void> {
  const { values, positionals } = readArguments(argv);
  const [command] = positionals;
  if (values.help) say(USAGE);
  else if (command === undefined) serve(values.tools);
  else if (command === 'login' && positionals.length === 1) await signIn(values);
  else throw new Failure(USAGE);
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { url: text, host: text, scopes: text, name: text, tools: text, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n${USAGE}`);
  }
}

function serve(tools: string | undefined): void {
  const connection = readConnection(process.env);
  const remote = openRemote(connection, tools);
  const lines = process.stdin.pipe(wholeLines(MESSAGE_BYTES_MAX));
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: MESSAGE_BYTES_MAX });
  serveStdio(() => createBridgeServer(remote, connection), {
    transport,
    onerror: (error) => say(`A message was refused: ${error.message}`),
  });
  lines.once('error', ({ message }) => {
    say(message);
    process.exitCode = 1;
  });
  // The host has exited, but open keep-alive connections would keep this process running.
  lines.once('close', () => void remote.close().finally(() => process.exit()));
}

async function signIn({
  url,
  host: id,
  scopes = SCOPES,
  name,
}: ReturnType<typeof readArguments>['values']): Promise<void> {
  const host = hostOf(id);
  const baseUrl = url === undefined ? readBaseUrl(process.env.SVC_API_BASE_URL) : readBaseUrl(url, '--url');
  const file = configPathOf(host);
  checkConfig(host, file);
  const connection = await login({ baseUrl, clientName: name ?? host.name, scopes: scopes.split(','), say, confirm });
  storeToken(host, file, connection);
  const next =
    host.id === 'other'
      ? "Copy its entry into your host's own configuration, and restart your host"
      : `Restart ${host.name}`;
  say(`The token is stored in ${file}. ${next} to use it.`);
}

/** Asks on the terminal. Without one, the account is only printed. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

function hostOf(id: string | undefined): McpHost {
  const host = MCP_HOSTS.find((known) => known.id === id);
  if (host) return host;
  throw new Failure(`Name the host with --host: ${MCP_HOSTS.map((known) => known.id).join(', ')}.`);
}
