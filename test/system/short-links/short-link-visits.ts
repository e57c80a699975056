/** Visits short links as people and agents do: without a session, from their own addresses. */
import { randomBytes } from 'node:crypto';
import { makeBmp } from '@svc/images/testing/bmp-file';
import { type Answer, callApi, type CallOptions } from '@svc/scripts/stack/http';
import { type HttpClient, newAddress, type Session } from '../../stack.ts';
import type { AnswerOf } from '../answers.ts';
import { joinTeam } from '../sharing/joining.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Settings that let a test set its client address with `X-Forwarded-For`. */
export const FROM_ANYWHERE = { TRUSTED_PROXIES: '127.0.0.1' };

/** A separate database of the test Redis, so that concurrent stacks do not share a click stream. */
export function ownRedis(database: number): string {
  const url = process.env.TEST_REDIS_URL;
  if (!url) throw new Error('There is no Redis: install redis-server or set TEST_REDIS_URL.');
  return new URL(`/${database}`, url).href;
}

export type Link = AnswerOf<'short_links.get'>;

export type Stats = AnswerOf<'short_links.stats'>;

/** A slug that no other test uses. */
export function newSlug(prefix = 'link'): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`;
}

interface Visit {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly body: string;
}

/** Opens a link as a browser would, without following redirects. */
export async function visit(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { 'user-agent': BROWSER, 'x-forwarded-for': newAddress(), ...headers },
  });
  const location = response.headers.get('location');
  return { status: response.status, location, headers: response.headers, body: await response.text() };
}

/**
 * Opens the link this many times, at most 50 at once. Returns the times of the redirects, on the clock of
 * `performance.now()`; other answers and failures are left out.
 */
export async function visitOften(url: string, times: number): Promise<number[]> {
  const answeredAt: number[] = [];
  let left = times;
  const visitor = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const status = await visit(url).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === 302) answeredAt.push(performance.now());
    }
  };
  await Promise.all(Array.from({ length: Math.min(times, 50) }, visitor));
  return answeredAt;
}

/** Visits a link over fifty concurrent loops, each until its first failure; returns the times of the answers. */
export async function visitUntilFailure(url: string): Promise<number[]> {
  const answeredAt: number[] = [];
  const visitor = async (): Promise<void> => {
    while ((await visit(url).catch(() => undefined))?.status === 302) answeredAt.push(performance.now());
  };
  await Promise.all(Array.from({ length: 50 }, visitor));
  return answeredAt;
}

/** Number of clicks in the statistics of the owner. */
export async function countClicks(user: HttpClient, { id }: Link): Promise<number> {
  return (await user.get<Stats>(`/api/shorten/${id}/stats`)).body.clicks;
}

export async function createLink(user: Session, fields: object = {}): Promise<Link> {
  const { status, body } = await user.post<Link>('/api/shorten', { url: 'https://example.com/page', ...fields });
  if (status !== 201) throw new Error(`Creating a link answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Creates a link and opens it once, so that the shortener has it cached. */
export async function createOpenedLink(user: Session): Promise<Link> {
  const link = await createLink(user);
  const { status } = await visit(link.shortUrl);
  if (status !== 302) throw new Error(`Opening a new link answers ${status}.`);
  return link;
}

/** Creates a team with the owner and a member; returns its id. */
export async function teamOf(owner: Session, member: Session): Promise<string> {
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Team' });
  await joinTeam(owner, team.id, member, 'member');
  return team.id;
}

export function twoPixels(): Buffer {
  return makeBmp({ width: 2, height: 1, depth: 24, pixels: [0, 0, 255, 255, 0, 0, 0, 0] });
}

/** A client of the short-link host's API, with a token or as a guest at a new address. */
export function hostApi(shortenerUrl: string, token?: string) {
  const address = newAddress();
  return <Body>(method: string, path: string, { headers, ...options }: CallOptions = {}): Promise<Answer<Body>> =>
    callApi<Body>(shortenerUrl, method, `/api/shortener/v1${path}`, {
      headers: { 'x-forwarded-for': address, ...headers },
      ...(token === undefined ? {} : { token }),
      ...options,
    });
}

interface DeviceCode {
  readonly clientId: string;
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUriComplete: string;
}

/** Registers an agent and starts its device authorization (RFC 7591, RFC 8628). */
export async function askForApproval(shortenerUrl: string, clientName = 'Command line'): Promise<DeviceCode> {
  const guest = hostApi(shortenerUrl);
  const registered = await guest<{ client_id: string }>('POST', '/agent/register', {
    body: { client_name: clientName },
  });
  const clientId = registered.body.client_id;
  const started = await postForm(shortenerUrl, '/agent/device_authorization', { client_id: clientId });
  return {
    clientId,
    deviceCode: started.body['device_code'] ?? '',
    userCode: started.body['user_code'] ?? '',
    verificationUriComplete: started.body['verification_uri_complete'] ?? '',
  };
}

/** Exchanges a device code for a token. */
export function redeem(shortenerUrl: string, { clientId, deviceCode }: DeviceCode) {
  return postForm(shortenerUrl, '/agent/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code: deviceCode,
  });
}

/** Approves the agent with this user code, as its user does on the dashboard; returns the id of the request. */
export async function approve(user: Pick<HttpClient, 'post'>, userCode: string): Promise<string> {
  const found = await user.post<{ requestId: string }>('/api/agent-authorizations/find', { userCode });
  const { requestId } = found.body;
  const approved = await user.post(`/api/agent-authorizations/${requestId}/approve`, {});
  if (approved.status !== 200) throw new Error(`Approving answers ${approved.status}.`);
  return requestId;
}

async function postForm(shortenerUrl: string, path: string, fields: Record<string, string>) {
  const response = await fetch(`${shortenerUrl}/api/shortener/v1${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': newAddress() },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
