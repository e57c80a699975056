import { homedir } from 'node:os';
import { join } from 'node:path';

/** A program that starts MCP servers listed in its configuration file. */
export interface McpHost {
  /** Its name for `svc-agent-mcp login --host`. */
  readonly id: string;
  readonly name: string;
  /** Property of the file that contains the servers. */
  readonly serversKey: 'mcpServers' | 'servers';
  /** Path segments of the file for each platform, below the home folder. */
  readonly paths: Readonly<Record<Platform, readonly string[]>>;
}

export type Platform = 'darwin' | 'win32' | 'linux';

const everywhere = (...path: readonly string[]): McpHost['paths'] => ({ darwin: path, win32: path, linux: path });

/** A path in the folder for application settings, below the home folder. */
const inSettings = (...path: readonly string[]): McpHost['paths'] => ({
  darwin: ['Library', 'Application Support', ...path],
  win32: ['AppData', 'Roaming', ...path],
  linux: ['.config', ...path],
});

/** Every host whose configuration `login` can write. */
export const MCP_HOSTS: readonly [McpHost, ...McpHost[]] = [
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    serversKey: 'mcpServers',
    paths: inSettings('Claude', 'claude_desktop_config.json'),
  },
  { id: 'claude-code', name: 'Claude Code', serversKey: 'mcpServers', paths: everywhere('.claude.json') },
  { id: 'cursor', name: 'Cursor', serversKey: 'mcpServers', paths: everywhere('.cursor', 'mcp.json') },
  { id: 'vscode', name: 'VS Code', serversKey: 'servers', paths: inSettings('Code', 'User', 'mcp.json') },
  {
    id: 'windsurf',
    name: 'Windsurf',
    serversKey: 'mcpServers',
    paths: everywhere('.codeium', 'windsurf', 'mcp_config.json'),
  },
  { id: 'other', name: 'Another host', serversKey: 'mcpServers', paths: inSettings('svc-agent-mcp', 'mcp.json') },
];

/** The path of a host's file relative to the home folder: `~/.cursor/mcp.json`. */
export function describeConfigPath({ paths }: McpHost, platform: Platform): string {
  return ['~', ...paths[platform]].join('/');
}

/** The host's file on this machine. */
export function configPathOf(
  { paths }: McpHost,
  home = homedir(),
  platform: NodeJS.Platform = process.platform,
): string {
  return join(home, ...paths[platform === 'darwin' || platform === 'win32' ? platform : 'linux']);
}
