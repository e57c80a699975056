import type { ServerResponse } from 'node:http';
import { discoveryHeaders, transportHeaders } from '@svc/http-host/http/begin-request';
import type { GatewayConfig } from '../config.js';

/** Browser features that this host's pages may use: writing to the clipboard, for copy buttons. */
const FEATURES_DENIED = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

const PERMISSIONS = ['clipboard-write=(self)', ...FEATURES_DENIED.map((feature) => `${feature}=()`)].join(', ');

/** Other sites can neither keep references to our windows nor embed our responses. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Headers of every response: links to descriptions, https only, isolation from other sites, and few browser features. */
export function commonHeaders({ appOrigin }: Pick<GatewayConfig, 'appOrigin'>): Readonly<Record<string, string>> {
  return {
    ...discoveryHeaders(''),
    ...transportHeaders(appOrigin),
    ...ISOLATION,
    'Permissions-Policy': PERMISSIONS,
  };
}

/** Removes the isolation headers, so that each route sets its own: redirects lead elsewhere, and other sites may show pictures. */
export function liftIsolation(response: ServerResponse): void {
  for (const name of Object.keys(ISOLATION)) response.removeHeader(name);
}

/** Clears the browser storage of our pages. */
export function clearStorage(response: ServerResponse): void {
  response.setHeader('Clear-Site-Data', '"cache", "storage"');
}
