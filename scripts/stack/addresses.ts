import { SETTINGS } from '@svc/topology/settings';

type OriginSetting = 'APP_ORIGIN' | 'PLATFORM_EXTERNAL_URL' | 'SHORTENER_ORIGIN' | 'SHORT_LINK_DOMAIN';

interface LocalAddresses {
  readonly gatewayUrl: string;
  readonly shortenerUrl: string;
}

/** Where people find the product, a line each, and where what stands before it finds it on this machine when that is elsewhere. */
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
