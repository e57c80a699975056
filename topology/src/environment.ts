import { Address, ConfigError, readEnvironment } from '@svc/chassis/process/config';
import { z } from 'zod';
import {
  type AddressSetting,
  addressSetting,
  type Callee,
  calleesOf,
  type HttpAddressSetting,
  httpAddressSetting,
  type Process,
  PROCESSES,
  type ProcessName,
  type Proxied,
  proxiedBy,
  recordOf,
  type SettingOf,
  settingsOf,
} from './processes.js';
import { type SettingName, SETTINGS } from './settings.js';

type Table = typeof PROCESSES;
type InternalListener<Name extends ProcessName> = Table[Name]['listeners'] extends {
  internal: infer Setting extends string;
}
  ? Setting
  : never;
/** The setting required for a worker to run. */
type NeededSetting<Name extends ProcessName> = Table[Name] extends { runsWith: infer Setting } ? Setting : never;

/** The environment of a process: the settings in its row, the addresses of its callees and of its listeners. */
export type Settings<Name extends ProcessName> = Name extends ProcessName
  ? {
      readonly [Setting in SettingOf<Name>]: Setting extends NeededSetting<Name>
        ? NonNullable<z.output<(typeof SETTINGS)[Setting]>>
        : z.output<(typeof SETTINGS)[Setting]>;
    } & Readonly<
      Record<AddressSetting<Callee<Name>> | HttpAddressSetting<Proxied<Name>> | InternalListener<Name>, string>
    >
  : never;

/** Reads the settings of a process. Throws ConfigError naming every invalid one. */
export function readSettings<Name extends ProcessName>(name: Name, environment = process.env): Settings<Name> {
  const known: Readonly<Record<string, z.ZodType>> = SETTINGS;
  const { runsWith }: Process = PROCESSES[name];
  const shape = Object.fromEntries(settingsOf(name).map((setting) => [setting, known[setting] ?? Address]));
  const schema = z.object(shape);
  return readEnvironment(runsWith ? schema.required({ [runsWith]: true }) : schema, environment) as Settings<Name>;
}

/** The addresses of a process's connections, from its settings. */
export function addressesIn<Name extends ProcessName>(
  name: Name,
  settings: Settings<Name>,
): { readonly [To in Callee<Name>]: string } {
  const addresses = settings as Readonly<Record<string, string>>;
  return recordOf(calleesOf(name), (callee) => addresses[addressSetting(callee)] ?? '');
}

/** The internal HTTP listeners to which a process sends requests, from its settings. */
export function httpAddressesIn<Name extends ProcessName>(
  name: Name,
  settings: Settings<Name>,
): { readonly [To in Proxied<Name>]: string } {
  const addresses = settings as Readonly<Record<string, string>>;
  return recordOf(proxiedBy(name), (proxied) => addresses[httpAddressSetting(proxied)] ?? '');
}

/** The database URL of a process: that of memories if the process has this setting and it is set. */
export function databaseUrlIn(settings: {
  readonly DATABASE_URL: string;
  readonly MEMORY_DATABASE_URL?: string | undefined;
}): string {
  return settings.MEMORY_DATABASE_URL ?? settings.DATABASE_URL;
}

interface OriginSettings {
  readonly APP_ORIGIN?: string | undefined;
  readonly PLATFORM_EXTERNAL_URL?: string | undefined;
  readonly SHORT_LINK_DOMAIN?: string | undefined;
}

/** Value of `SVC_AGENT_WRITE_CONFIRMATION_MODE` with which agents need no approval for writes that delete nothing. */
export const LIFTS_APPROVALS = 'allow_non_delete_writes';

/** The public origin of the product; undefined when the environment has none. */
export function publicOrigin({ APP_ORIGIN, PLATFORM_EXTERNAL_URL }: OriginSettings): string | undefined {
  return APP_ORIGIN ?? PLATFORM_EXTERNAL_URL;
}

/** The origin at which users approve agents. If only the short-link host has a public name, its proxy must forward `/agent/` to the gateway. */
export function approvalOrigin(environment: OriginSettings): string | undefined {
  const { SHORT_LINK_DOMAIN } = environment;
  return publicOrigin(environment) ?? (SHORT_LINK_DOMAIN === undefined ? undefined : `https://${SHORT_LINK_DOMAIN}`);
}

/** `approvalOrigin` for processes that cannot fall back to the host of a request. Throws ConfigError when there is none. */
export function requiredOrigin(environment: OriginSettings): string {
  const origin = approvalOrigin(environment);
  if (origin !== undefined) return origin;
  throw new ConfigError('The settings are invalid. Set APP_ORIGIN, or PLATFORM_EXTERNAL_URL.');
}

/** The origin of short links, from one of its two settings. Throws ConfigError without either. */
export function shortLinkOrigin({
  SHORTENER_ORIGIN,
  SHORT_LINK_DOMAIN,
}: {
  readonly SHORTENER_ORIGIN?: string | undefined;
  readonly SHORT_LINK_DOMAIN?: string | undefined;
}): string {
  if (SHORTENER_ORIGIN !== undefined) return SHORTENER_ORIGIN;
  if (SHORT_LINK_DOMAIN !== undefined) return `https://${SHORT_LINK_DOMAIN}`;
  throw new ConfigError('The settings are invalid. Set SHORTENER_ORIGIN, or SHORT_LINK_DOMAIN.');
}

/** Whether a setting is required, and its default. */
export function describeSetting(name: SettingName): { readonly isRequired: boolean; readonly unset: unknown } {
  const shape = z.toJSONSchema(z.object({ [name]: SETTINGS[name] }), { io: 'input', unrepresentable: 'any' });
  const schema = shape.properties?.[name];
  return {
    isRequired: shape.required?.includes(name) === true,
    unset: typeof schema === 'object' ? schema.default : undefined,
  };
}
