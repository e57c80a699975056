import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connection } from './connection.js';
import { Failure } from './failure.js';
import type { McpHost } from './mcp-hosts.js';

/** The program's absolute path, because a name would be looked up in the PATH of its caller. */
const PROGRAM = fileURLToPath(new URL('../bin/svc-agent-mcp.js', import.meta.url));

/**
 * Writes the entry of the bridge, including the token, into a host's file, keeps everything else in it, and makes it readable only for its owner.
 * Throws Failure when the file does not contain such entries.
 */
export function storeToken({ serversKey }: McpHost, file: string, { baseUrl, token }: Connection): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const config = readConfig(target);
  const servers = config[serversKey] ?? {};
  if (!isRecord(servers)) throw unusable(target);
  const entry = {
    ...(serversKey === 'servers' ? { type: 'stdio' } : {}),
    command: process.execPath,
    args: [PROGRAM],
    env: { SVC_API_BASE_URL: baseUrl, SVC_AGENT_ACCESS_TOKEN: token },
  };
  const written = { ...config, [serversKey]: { ...servers, 'agent-bridge': entry } };
  replaceFile(target, `${JSON.stringify(written, null, 2)}\n`);
}

/** Throws what `storeToken` would throw for the file's contents, before the user is asked to approve. */
export function checkConfig({ serversKey }: McpHost, file: string): void {
  if (!isRecord(readConfig(file)[serversKey] ?? {})) throw unusable(file);
}

function readConfig(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') return {};
  try {
    const config: unknown = JSON.parse(text);
    if (isRecord(config)) return config;
  } catch {
    throw unusable(file);
  }
  throw unusable(file);
}

/** Writes a temporary file and renames it, so that no reader sees a partial file, or the token before the mode is set. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const beside = join(dirname(file), `.${randomUUID()}.tmp`);
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unusable(file: string): Failure {
  return new Failure(`${file} must be plain JSON with MCP server entries. Fix it, or choose another --host.`);
}
