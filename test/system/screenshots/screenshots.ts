/** Creates screenshots and reads images for system tests. */
import { makeBmp } from '@svc/images/testing/bmp-file';
import { callApi } from '@svc/scripts/stack/http';
import type { Session, TestStack } from '../../stack.ts';
import { type AnswerOf, daysAgo, type ImportAnswer, videoUrl } from '../answers.ts';

export type Screenshot = AnswerOf<'screenshots.get'>;

/** A one-pixel image that differs for every number. */
export function pixel(number: number): Buffer {
  return makeBmp({ width: 1, height: 1, depth: 24, pixels: [number & 255, (number >> 8) & 255, number >> 16, 0] });
}

/** Creates a screenshot with an image. */
export async function createScreenshot(user: Session, image: Buffer, fields: object = {}): Promise<Screenshot> {
  const { status, body } = await user.post<Screenshot>('/api/screenshots', {
    image: image.toString('base64'),
    ...fields,
  });
  if (status !== 201) throw new Error(`Creating a screenshot answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Creates a deal with one video whose check is due. */
export async function dealWithVideo(owner: Session, number: number): Promise<{ dealId: string; videoId: string }> {
  const { body } = await owner.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(2),
    collections: [{ promoCode: `SHOT${number}`, urls: [videoUrl(number)] }],
  });
  const [deal] = body.deals;
  return { dealId: deal?.dealId ?? '', videoId: deal?.videos[0]?.videoId ?? '' };
}

interface Picture {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Reads an image by its path on the gateway, or by a full URL. */
export async function readPicture(
  { gatewayUrl }: Pick<TestStack, 'gatewayUrl'>,
  address: string | null,
  { token, headers = {} }: { readonly token?: string; readonly headers?: Record<string, string> } = {},
): Promise<Picture> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(new URL(address ?? 'none', gatewayUrl), { headers: { ...authorization, ...headers } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The ways to send the image of a reserved screenshot. */
export const UPLOADS: Readonly<
  Record<'JSON' | 'form' | 'bytes', (stack: TestStack, user: Session, id: string, image: Buffer) => Upload>
> = {
  JSON: (stack, { token }, id, image) =>
    callApi(stack.gatewayUrl, 'POST', `/api/screenshots/${id}/upload`, {
      token,
      body: { image: `data:image/bmp;base64,${image.toString('base64')}` },
    }),
  form: (stack, { token }, id, image) => {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(image)], { type: 'image/bmp' }), 'page.bmp');
    return callApi(stack.gatewayUrl, 'POST', `/api/screenshots/${id}/upload`, { token, body });
  },
  bytes: (stack, { token }, id, image) =>
    callApi(stack.gatewayUrl, 'PUT', `/api/screenshots/${id}/content`, {
      token,
      body: image,
      headers: { 'content-type': 'image/bmp' },
    }),
};

type Upload = ReturnType<typeof callApi<Screenshot & { error?: { code: string } }>>;
