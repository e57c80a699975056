import type { Settings } from '@svc/topology/environment';
import type { MemorySettings } from './mcp/checks/memory-endpoint.js';
import { listPoolModels, type RotatingModel } from './models/pool-models.js';

/** The settings of the copilot beyond those of every service. */
export interface CopilotConfig {
  readonly models: readonly RotatingModel[];
  readonly appName: string;
  /** IANA zone of the days by which free turns are counted. */
  readonly timeZone: string;
  readonly consentVersion: string;
  readonly turnsMax: number;
  /** Days until an unused conversation is deleted; 0 means never. */
  readonly retentionDays: number;
  /** Hosts of the product that the environment names: they cannot be a provider or MCP server. */
  readonly ownHosts: ReadonlySet<string>;
  /** The memory server from the environment; undefined when unset. */
  readonly memoryMcp: MemorySettings | undefined;
}

/** Throws ConfigError when a lane of the pool names a missing key. */
export function readConfig(settings: Settings<'copilot'>): CopilotConfig {
  return {
    models: listPoolModels(settings.COPILOT_FREE_POOL_JSON, settings.COPILOT_POOL_KEYS_JSON),
    appName: settings.APP_NAME,
    timeZone: settings.COPILOT_DAY_TIMEZONE,
    consentVersion: settings.COPILOT_CONSENT_VERSION,
    turnsMax: settings.COPILOT_TURNS_MAX,
    retentionDays: settings.COPILOT_RETENTION_DAYS,
    ownHosts: ownHostsOf(settings),
    memoryMcp: memoryMcpOf(settings),
  };
}

function memoryMcpOf(settings: Settings<'copilot'>): MemorySettings | undefined {
  const { COPILOT_MEMORY_MCP_URL: url, COPILOT_MEMORY_MCP_AUTH_HEADER: authHeader } = settings;
  return url === undefined ? undefined : { url, transport: settings.COPILOT_MEMORY_MCP_TRANSPORT, authHeader };
}

function ownHostsOf(settings: Settings<'copilot'>): ReadonlySet<string> {
  const { APP_ORIGIN, PLATFORM_EXTERNAL_URL, SHORTENER_ORIGIN, SHORT_LINK_DOMAIN } = settings;
  const origins = [APP_ORIGIN, PLATFORM_EXTERNAL_URL, SHORTENER_ORIGIN].filter((origin) => origin !== undefined);
  const hosts = origins.map((origin) => new URL(origin).hostname);
  return new Set(SHORT_LINK_DOMAIN === undefined ? hosts : [...hosts, SHORT_LINK_DOMAIN]);
}
