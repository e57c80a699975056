import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { testFolderOptions, testS3Options } from '@svc/objects/testing/test-object-store';
import sharp from 'sharp';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, ORIGIN, startShortener } from '../testing/shortener-service.js';

const agent = agentWith();

describe.each([
  ['a folder', testFolderOptions],
  ['S3', testS3Options],
])('with images in %s', (_, optionsOf) => {
  let service: ShortenerService;
  let hosts: TestHosts;
  let shortId: string;

  beforeAll(async () => {
    service = await startShortener();
    hosts = await service.openHosts({ objects: optionsOf() });
    // GPS coordinates and a camera, as phones write them.
    const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } })
      .withExif({
        IFD0: { Make: 'SecretCamera', Copyright: 'SecretOwner' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect(photo.includes('SecretCamera')).toBe(true);
    const body = { image: photo.toString('base64'), title: 'A <b>bold</b> "title"' };
    const created = await hosts.call('POST', '/photos', { as: agent, body });
    expect(created.status).toBe(201);
    ({ shortId } = created.body);
  });

  afterAll(() => service?.stop());

  test('a browser gets a small page that shows the photo and runs no script', async () => {
    const response = await hosts.open(`/${shortId}`, { headers: { accept: 'text/html,image/webp,*/*' } });
    const page = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*img-src 'self'/);
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page).toContain(`<img class="photo" src="/${shortId}/raw"`);
    expect(page).toContain('A &lt;b&gt;bold&lt;/b&gt; &quot;title&quot;');
    expect(page).not.toContain('<b>');
  });

  test('the main host shows no photo, but redirects to the short-link host', async () => {
    const onMain = async (path: string) => {
      const { status, headers } = await fetch(`${hosts.internalUrl}/r/${path}`, { redirect: 'manual' });
      return [status, headers.get('location')];
    };

    expect(await onMain(shortId)).toEqual([302, `${ORIGIN}/${shortId}`]);
    expect(await onMain(`${shortId}/raw`)).toEqual([302, `${ORIGIN}/${shortId}/raw`]);
  });

  test('only the owner sees the photo in the app, even while the link is disabled', async () => {
    const owner = testUser({ userId: agent.userId });
    const { rows } = await service.pool.query<{ id: string }>('select id from shortener.links where short_id = $1', [
      shortId,
    ]);
    const linkId = rows[0]?.id ?? '';
    const seenBy = async (as: SignedInPrincipal | undefined) => {
      const headers = await hosts.headersOf({ as, through: 'internal' });
      const { status, headers: answered } = await fetch(`${hosts.internalUrl}/dashboard/photos/${linkId}`, { headers });
      return [status, answered.get('content-type')?.split(';')[0]];
    };
    const turn = (isActive: boolean) =>
      service.links(owner).updateShortLink({ linkId, updateMask: ['is_active'], isActive, tags: [] });

    await turn(false);
    expect(await seenBy(owner)).toEqual([200, 'image/webp']);
    expect(await seenBy(testUser())).toEqual([404, 'application/json']);
    expect(await seenBy(undefined)).toEqual([401, 'application/json']);
    await turn(true);
  });

  test('a request for an image, or for the raw address, gets the image without metadata', async () => {
    const [byAccept, raw] = await Promise.all([
      hosts.open(`/${shortId}`, { headers: { accept: 'image/avif,image/webp,image/*;q=0.8' } }),
      hosts.open(`/${shortId}/raw`),
    ]);
    const images = [Buffer.from(await byAccept.arrayBuffer()), Buffer.from(await raw.arrayBuffer())] as const;

    expect(byAccept.status).toBe(200);
    expect(byAccept.headers.get('content-type')).toBe('image/webp');
    expect(byAccept.headers.get('x-content-type-options')).toBe('nosniff');
    expect(byAccept.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(byAccept.headers.get('vary')).toBe('Accept');
    expect(byAccept.headers.get('link')).toContain('api-catalog');
    expect(raw.headers.get('content-length')).toBe(String(images[1].length));
    expect(images[0].equals(images[1])).toBe(true);
    const { width, height, exif } = await sharp(images[1]).metadata();
    expect([width, height, exif]).toEqual([8, 6, undefined]);
    expect(images[1].includes('Secret')).toBe(false);
  });

  test('HEAD gets only the headers, and an unchanged image is not sent again', async () => {
    const head = await hosts.open(`/${shortId}/raw`, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    const known = await hosts.open(`/${shortId}/raw`, { headers: { 'if-none-match': etag } });
    const headOfPage = await hosts.open(`/${shortId}`, { method: 'HEAD', headers: { accept: 'text/html' } });

    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
    expect([headOfPage.status, await headOfPage.text()]).toEqual([200, '']);
    expect(headOfPage.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('the raw address is refused for a link to a URL, for no link, and for a deleted photo', async () => {
    const url = await hosts.call('POST', '/links', { as: agent, body: { url: 'https://example.com/' } });
    const gone = await hosts.call('POST', '/photos', {
      as: agent,
      body: { image: (await tinyPng()).toString('base64') },
    });
    await hosts.call('DELETE', `/links/${gone.body.shortId}`, { as: agent });

    const answers = await Promise.all(
      [url.body.shortId, 'unknown-link', gone.body.shortId].map((id) => hosts.open(`/${id}/raw`)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 410]);
  });
});

function tinyPng(): Promise<Buffer> {
  return sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
}
