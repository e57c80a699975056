import { SETTINGS } from '@svc/topology/settings';

type OriginSetting = 'APP_ORIGIN' | 'PLATFORM_EXTERNAL_URL' | 'SHORTENER_ORIGIN' | 'SHORT_LINK_DOMAIN';

interface LocalAddresses {
  readonly gatewayUrl: string;
  readonly shortenerUrl: string;
}

/** The product's public addresses, one per line, and its addresses on this machine for a proxy, if they differ. */
export function describeAddresses(local: LocalAddresses, environment: NodeJS.ProcessEnv): string[] {
  const read = (name: OriginSetting): string | undefined => SETTINGS[name].parse(environment[name] || undefined);
  const domain = read('SHORT_LINK_DOMAIN');
  const app = read('APP_ORIGIN') ?? read('PLATFORM_EXTERNAL_URL') ?? local.gatewayUrl;
  const shortLinks = read('SHORTENER_ORIGIN') ?? (domain === undefined ? local.shortenerUrl : `https://${domain}`);
  const isElsewhere = app !== local.gatewayUrl || shortLinks !== local.shortenerUrl;
  const lines = [
    `  Dashboard    ${app}`,
    `  API          ${app}/api`,
    `  Short links  ${shortLinks}`,
    `  Readiness    ${app}/api/readiness`,
  ];
  return isElsewhere
    ? [...lines, `  For a proxy  ${local.gatewayUrl}, and ${local.shortenerUrl} for short links`]
    : lines;
}
