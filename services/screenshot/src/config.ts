import { readEnvironment, splitAddress } from '@svc/chassis/config';
import { readObjectStoreOptions } from '@svc/chassis/objects/environment';
import type { z } from 'zod';
import { findChromium } from './capture/find-chromium.js';
import type { ChromiumSource } from './capture/start-browser.js';
import {
  addressesIn,
  environmentSchema,
  httpAddressesIn,
  requiredOrigin,
  shortLinkOrigin,
} from '@svc/topology/environment';

const Environment = environmentSchema('screenshot');

/** What screenshot is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(Environment, environment);
  return {
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    /** Where changes of captures are listened to: that takes a session. */
    listenDatabaseUrl: env.LISTEN_DATABASE_URL ?? env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    installationId: env.INSTALLATION_ID,
    addresses: addressesIn('screenshot', env),
    serviceSecret: env.SERVICE_SECRET[0],
    internalAddress: splitAddress(env.SCREENSHOT_HTTP_ADDRESS),
    /** Where requests with images are sent on to. */
    internalHttp: httpAddressesIn('screenshot', env),
    /** Hosts of the product, which nobody captures. */
    ownHosts: new Set([requiredOrigin(env), shortLinkOrigin(env)].map((origin) => new URL(origin).hostname)),
    redisUrl: env.REDIS_URL,
    /** The browser that captures pages. */
    chromium: chromiumOf(env),
    /** Targets beside the public internet that pages may be captured from. */
    egressAllowed: env.SVC_EGRESS_ALLOW,
    objects: readObjectStoreOptions(env, 'screenshot'),
    /** Bytes of the largest image that agents may send. */
    agentImageBytesMax: Math.min(env.SVC_AGENT_MAX_IMAGE_BYTES, env.SCREENSHOT_MAX_IMAGE_BYTES),
    images: { bodyBytesMax: env.API_JSON_BODY_LIMIT, imageBytesMax: env.SCREENSHOT_MAX_IMAGE_BYTES },
  };
}

/** A browser that runs on its own, or one that is started here; undefined where there is none. */
function chromiumOf(env: z.output<typeof Environment>): ChromiumSource | undefined {
  const { CAPTURE_BROWSER_URL: url, CHROMIUM_PATH, CAPTURE_NO_SANDBOX } = env;
  if (url !== undefined) return { url };
  const executablePath = CHROMIUM_PATH ?? findChromium();
  return executablePath === undefined ? undefined : { executablePath, sandbox: !CAPTURE_NO_SANDBOX };
}

export type ScreenshotConfig = ReturnType<typeof readConfig>;
