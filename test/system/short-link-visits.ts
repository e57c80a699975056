/** Visiting short links as people and agents do: without a session, from addresses of their own. */
import { randomBytes } from 'node:crypto';
import { makeBmp } from '@svc/images/testing/bmp-file';
import { callApi, type Answer, type CallOptions } from '@svc/scripts/stack/http';
import { newAddress, type HttpClient, type Session } from '../stack.ts';
import type { AnswerOf } from './answers.ts';
import { joinTeam } from './joining.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Settings under which a test comes from any address that it names in `X-Forwarded-For`. */
export const FROM_ANYWHERE = { TRUSTED_PROXIES: '127.0.0.1' };

/** A database of its own on the test Redis, so that stacks which run at the same time do not share a stream of clicks. */
export function ownRedis(database: number): string {
  const url = process.env.TEST_REDIS_URL;
  if (!url) throw new Error('There is no Redis: install redis-server or set TEST_REDIS_URL.');
  return new URL(`/${database}`, url).href;
}

export type Link = AnswerOf<'short_links.get'>;

export type Stats = AnswerOf<'short_links.stats'>;

/** A slug that no other test has. */
export function newSlug(prefix = 'link'): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`;
}

interface Visit {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly body: string;
}

/** Opens a link as a browser somewhere does, and follows nothing. */
export async function visit(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { 'user-agent': BROWSER, 'x-forwarded-for': newAddress(), ...headers },
  });
  const location = response.headers.get('location');
  return { status: response.status, location, headers: response.headers, body: await response.text() };
}

/**
 * Opens the link so many times, at most 50 at a time; answers when each redirect came, as `performance.now()` counts. What was
 * answered otherwise, or not at all, is left out.
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

/** How often the link was clicked, as its owner is told. */
export async function countClicks(user: HttpClient, { id }: Link): Promise<number> {
  return (await user.get<Stats>(`/api/shorten/${id}/stats`)).body.clicks;
}

/** A new link of the user. */
export async function createLink(user: Session, fields: object = {}): Promise<Link> {
  const { status, body } = await user.post<Link>('/api/shorten', { url: 'https://example.com/page', ...fields });
  if (status !== 201) throw new Error(`Creating a link answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A new link of the user that has been opened once, so that the shortener has it at hand. */
export async function createOpenedLink(user: Session): Promise<Link> {
  const link = await createLink(user);
  const { status } = await visit(link.shortUrl);
  if (status !== 302) throw new Error(`Opening a new link answered ${status}.`);
  return link;
}

/** Makes a team of the owner with a member; answers its id. */
export async function teamOf(owner: Session, member: Session): Promise<string> {
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Team' });
  await joinTeam(owner, team.id, member, 'member');
  return team.id;
}

/** An image of two pixels. */
export function twoPixels(): Buffer {
  return makeBmp({ width: 2, height: 1, depth: 24, pixels: [0, 0, 255, 255, 0, 0, 0, 0] });
}

/** The short-link host's API for a caller with this token, or for a guest from an address of their own. */
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

/** Registers an agent and asks for its user's approval (RFC 7591, RFC 8628). */
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

/** Asks for the token of a device code. */
export function redeem(shortenerUrl: string, { clientId, deviceCode }: DeviceCode) {
  return postForm(shortenerUrl, '/agent/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code: deviceCode,
  });
}

/** Lets the agent in that shows the code, as its user does on the dashboard; answers the request's id. */
export async function approve(user: Pick<HttpClient, 'post'>, userCode: string): Promise<string> {
  const found = await user.post<{ requestId: string }>('/api/agent-authorizations/find', { userCode });
  const { requestId } = found.body;
  const approved = await user.post(`/api/agent-authorizations/${requestId}/approve`, {});
  if (approved.status !== 200) throw new Error(`Approving answered ${approved.status}.`);
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
