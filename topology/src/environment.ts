import { Address, ConfigError } from '@svc/chassis/config';
import { z } from 'zod';
import {
  addressSetting,
  calleesOf,
  httpAddressSetting,
  type PROCESSES,
  proxiedBy,
  settingsOf,
  type AddressSetting,
  type Callee,
  type HttpAddressSetting,
  type ProcessName,
  type Proxied,
} from './processes.js';
import { SETTINGS, type SettingName } from './settings.js';

type OwnSettings<Name extends ProcessName> = (typeof PROCESSES)[Name]['settings'][number];
type OwnListeners<Name extends ProcessName> = (typeof PROCESSES)[Name]['listeners'];

/** Settings of a process as a zod object: those of its list, and the addresses of whom it calls and of where it listens. */
type EnvironmentShape<Name extends ProcessName> = Pick<typeof SETTINGS, OwnSettings<Name>> &
  Record<AddressSetting<Callee<Name>>, typeof Address> &
  Record<
    | HttpAddressSetting<Proxied<Name>>
    | (OwnListeners<Name> extends { internal: infer Setting extends string } ? Setting : never),
    typeof Address
  >;

/** What a process reads of its environment. */
export function environmentSchema<Name extends ProcessName>(name: Name): z.ZodObject<EnvironmentShape<Name>> {
  const known: Readonly<Record<string, z.ZodType>> = SETTINGS;
  const shape = Object.fromEntries(settingsOf(name).map((setting) => [setting, known[setting] ?? Address]));
  return z.object(shape) as unknown as z.ZodObject<EnvironmentShape<Name>>;
}

/** The addresses of whom a process connects to, out of its parsed environment. */
export function addressesIn<Name extends ProcessName>(
  name: Name,
  environment: { readonly [To in Callee<Name> as AddressSetting<To>]: string },
): { readonly [To in Callee<Name>]: string } {
  const entries = calleesOf(name).map((callee) => [callee, environment[addressSetting(callee)]]);
  return Object.fromEntries(entries) as { readonly [To in Callee<Name>]: string };
}

/** The internal HTTP listeners that a process sends requests on to, out of its parsed environment. */
export function httpAddressesIn<Name extends ProcessName>(
  name: Name,
  environment: { readonly [To in Proxied<Name> as HttpAddressSetting<To>]: string },
): { readonly [To in Proxied<Name>]: string } {
  const entries = proxiedBy(name).map((proxied) => [proxied, environment[httpAddressSetting(proxied)]]);
  return Object.fromEntries(entries) as { readonly [To in Proxied<Name>]: string };
}

interface OriginSettings {
  readonly APP_ORIGIN?: string | undefined;
  readonly PLATFORM_EXTERNAL_URL?: string | undefined;
  readonly SHORT_LINK_DOMAIN?: string | undefined;
}

/** The public origin of the product; undefined when the environment names none. */
export function publicOrigin({ APP_ORIGIN, PLATFORM_EXTERNAL_URL }: OriginSettings): string | undefined {
  return APP_ORIGIN ?? PLATFORM_EXTERNAL_URL;
}

/**
 * Where users approve agents. Should the host of the short links be the only one with a public name, whatever stands before it has to
 * send `/agent/` to the gateway.
 */
export function approvalOrigin(environment: OriginSettings): string | undefined {
  const { SHORT_LINK_DOMAIN } = environment;
  return publicOrigin(environment) ?? (SHORT_LINK_DOMAIN === undefined ? undefined : `https://${SHORT_LINK_DOMAIN}`);
}

/** `approvalOrigin` for whoever has no request whose host could stand in for it. Throws ConfigError when there is none. */
export function requiredOrigin(environment: OriginSettings): string {
  const origin = approvalOrigin(environment);
  if (origin !== undefined) return origin;
  throw new ConfigError('The environment is not usable. Set APP_ORIGIN, or PLATFORM_EXTERNAL_URL.');
}

/** The origin of short links, as one of its two settings says. Throws ConfigError when neither does. */
export function shortLinkOrigin({
  SHORTENER_ORIGIN,
  SHORT_LINK_DOMAIN,
}: {
  readonly SHORTENER_ORIGIN?: string | undefined;
  readonly SHORT_LINK_DOMAIN?: string | undefined;
}): string {
  if (SHORTENER_ORIGIN !== undefined) return SHORTENER_ORIGIN;
  if (SHORT_LINK_DOMAIN !== undefined) return `https://${SHORT_LINK_DOMAIN}`;
  throw new ConfigError('The environment is not usable. Set SHORTENER_ORIGIN, or SHORT_LINK_DOMAIN.');
}

/** Whether a setting has to be given, and what it is when it is not. */
export function describeSetting(name: SettingName): { readonly isRequired: boolean; readonly unset: unknown } {
  const shape = z.toJSONSchema(z.object({ [name]: SETTINGS[name] }), { io: 'input', unrepresentable: 'any' });
  const schema = shape.properties?.[name];
  return {
    isRequired: shape.required?.includes(name) === true,
    unset: typeof schema === 'object' ? schema.default : undefined,
  };
}
