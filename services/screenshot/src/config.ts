import { splitAddress } from '@svc/chassis/process/config';
import { findChromium } from '@svc/guarded-browser/chromium/find-chromium';
import type { ChromiumSource } from '@svc/guarded-browser/chromium/start-browser';
import { requiredOrigin, type Settings, shortLinkOrigin } from '@svc/topology/environment';

/** Derives screenshot's configuration from its settings. Throws ConfigError when an origin is missing. */
export function readConfig(settings: Settings<'screenshot'>) {
  const { API_JSON_BODY_LIMIT, SCREENSHOT_MAX_IMAGE_BYTES, SVC_AGENT_MAX_IMAGE_BYTES } = settings;
  return {
    /** Listening needs a session, which a transaction pooler does not provide. */
    listenDatabaseUrl: settings.LISTEN_DATABASE_URL ?? settings.DATABASE_URL,
    internalAddress: splitAddress(settings.SCREENSHOT_HTTP_ADDRESS),
    /** Hosts of the product, which are never captured. */
    ownHosts: new Set([requiredOrigin(settings), shortLinkOrigin(settings)].map((origin) => new URL(origin).hostname)),
    chromium: chromiumOf(settings),
    /** Quota per user. */
    quota: { imagesMax: settings.SCREENSHOTS_PER_USER, bytesMax: settings.SCREENSHOT_BYTES_PER_USER },
    /** Largest image an agent may send, in bytes. */
    agentImageBytesMax: Math.min(SVC_AGENT_MAX_IMAGE_BYTES, SCREENSHOT_MAX_IMAGE_BYTES),
    images: { bodyBytesMax: API_JSON_BODY_LIMIT, imageBytesMax: SCREENSHOT_MAX_IMAGE_BYTES },
  };
}

/** A remote browser, or one started here; undefined when there is none. */
function chromiumOf(settings: Settings<'screenshot'>): ChromiumSource | undefined {
  const { CAPTURE_BROWSER_URL: url, CAPTURE_PROXY_PORT, CHROMIUM_PATH, CAPTURE_NO_SANDBOX } = settings;
  if (url !== undefined) return { url, proxyPort: CAPTURE_PROXY_PORT };
  const executablePath = CHROMIUM_PATH ?? findChromium();
  return executablePath === undefined ? undefined : { executablePath, sandbox: !CAPTURE_NO_SANDBOX };
}
