import type { ServerResponse } from 'node:http';
import { discoveryHeaders, transportHeaders } from '@svc/http-host/http/begin-request';
import type { GatewayConfig } from '../config.js';

/** What pages of this host may use of the browser beside pictures and text: writing to the clipboard, by a button that copies. */
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

/** Other sites neither hold on to windows of ours nor embed what we answer. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Headers of every answer: where descriptions are, https alone, apart from other sites, and little of what browsers can do. */
export function commonHeaders({ appOrigin }: Pick<GatewayConfig, 'appOrigin'>): Readonly<Record<string, string>> {
  return {
    ...discoveryHeaders(''),
    ...transportHeaders(appOrigin),
    ...ISOLATION,
    'Permissions-Policy': PERMISSIONS,
  };
}

/** Leaves cross-origin isolation to each route: redirects lead elsewhere, and other sites may show pictures. */
export function liftIsolation(response: ServerResponse): void {
  for (const name of Object.keys(ISOLATION)) response.removeHeader(name);
}

/** Makes the browser forget what pages of ours have kept in it. */
export function clearStorage(response: ServerResponse): void {
  response.setHeader('Clear-Site-Data', '"cache", "storage"');
}
