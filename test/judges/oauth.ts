/**
 * Checks authorization by the device flow with two third-party OAuth clients. Each discovers everything itself,
 * starting from the metadata of the protected resource.
 */
import type * as Oauth from 'oauth4webapi';
import type { Court, Host } from './court.ts';
import { check, type Finding, hold, type Verdict } from './verdict.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const METADATA = { client_name: 'Judge', grant_types: [GRANT] };

/** The steps of the flow; returns the token. */
type Flow = (host: Host, findings: Finding[]) => Promise<string>;

export async function judgeOauth(court: Court): Promise<Verdict[]> {
  const flows = { oauth4webapi: await webApiFlow(court), 'openid-client': await openIdFlow(court) };
  const verdicts: Verdict[] = [];
  for (const [name, flow] of Object.entries(flows)) {
    const findings: Finding[] = [];
    for (const host of court.hosts) {
      findings.push(await check(`${host.name}: the flow ends with a token`, () => flow(host, findings)));
    }
    verdicts.push({ judge: `OAuth: ${name}`, findings });
  }
  return verdicts;
}

/** Gets a token of a host the way an agent does. */
export async function takeToken(court: Court, host: Host): Promise<string> {
  const flow = await webApiFlow(court);
  return flow(host, []);
}

async function webApiFlow({ packages, approve }: Court): Promise<Flow> {
  const oauth = await packages.load<typeof Oauth>('oauth4webapi');
  const http = { [oauth.allowInsecureRequests]: true };
  return async (host, findings) => {
    const at = (path: string): URL => new URL(path, host.origin);
    const step = stepsInto(findings, host);
    const server = await step('metadata leads from the resource to its server', async () => {
      const found = await oauth.resourceDiscoveryRequest(at(host.api), http);
      const resource = await oauth.processResourceDiscoveryResponse(at(host.api), found);
      const issuer = new URL(resource.authorization_servers?.[0] ?? '');
      const described = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
      return oauth.processDiscoveryResponse(issuer, described);
    });
    const client = await step('a client registers itself', async () =>
      oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(server, METADATA, http),
      ),
    );
    const codes = await step('it gets a code', async () =>
      oauth.processDeviceAuthorizationResponse(
        server,
        client,
        await oauth.deviceAuthorizationRequest(server, client, oauth.None(), { scope: host.scope }, http),
      ),
    );
    const redeem = async (): Promise<Oauth.TokenEndpointResponse> =>
      oauth.processDeviceCodeResponse(
        server,
        client,
        await oauth.deviceCodeGrantRequest(server, client, oauth.None(), codes.device_code, http),
      );
    await step('the client must wait for the user', async () => {
      const early = await redeem().catch((error: unknown) => (error as Oauth.ResponseBodyError).error);
      hold(early === 'authorization_pending', `The answer is ${JSON.stringify(early)}.`);
    });
    await approve(codes.user_code);
    const { access_token: token } = await step('it gets a token', redeem);
    await step('the token opens the API', async () => {
      const headers = new Headers({ 'x-dd-request-id': 'judge' });
      const answer = await oauth.protectedResourceRequest(token, 'GET', at(host.read), headers, null, http);
      hold(answer.status === 200, `The API answers ${answer.status}.`);
    });
    await step('without a token the API says how to get one', async () => {
      const answer = await fetch(at(host.read), { headers: { authorization: 'Bearer none' } });
      hold(answer.status === 401, `It answers ${answer.status}.`);
      hold(
        /resource_metadata=/.test(answer.headers.get('www-authenticate') ?? ''),
        'The challenge has no metadata URL.',
      );
    });
    return token;
  };
}

/** The parts of openid-client that the flow uses. */
interface OpenIdClient {
  readonly allowInsecureRequests: (config: Config) => void;
  None(): unknown;
  dynamicClientRegistration(server: URL, metadata: object, auth: unknown, options: object): Promise<Config>;
  initiateDeviceAuthorization(config: Config, parameters: Readonly<Record<string, string>>): Promise<DeviceCode>;
  pollDeviceAuthorizationGrant(config: Config, code: DeviceCode): Promise<{ readonly access_token: string }>;
  fetchProtectedResource(
    config: Config,
    token: string,
    url: URL,
    method: string,
    body: null,
    headers: Headers,
  ): Promise<Response>;
}

interface Config {
  serverMetadata(): { readonly issuer: string };
}

interface DeviceCode {
  readonly user_code: string;
}

async function openIdFlow({ packages, approve }: Court): Promise<Flow> {
  const openId = await packages.load<OpenIdClient>('openid-client');
  return async (host, findings) => {
    const step = stepsInto(findings, host);
    const options = { algorithm: 'oauth2', execute: [openId.allowInsecureRequests] };
    const config = await step('a client finds the server and registers itself', async () =>
      openId.dynamicClientRegistration(await issuerOf(host), METADATA, openId.None(), options),
    );
    const device = await step('it gets a code', () =>
      openId.initiateDeviceAuthorization(config, { scope: host.scope }),
    );
    const { access_token: token } = await step('it waits for the user and gets a token', async () => {
      const polled = openId.pollDeviceAuthorizationGrant(config, device);
      await approve(device.user_code);
      return polled;
    });
    await step('the token opens the API', async () => {
      const url = new URL(host.read, host.origin);
      const headers = new Headers({ 'x-dd-request-id': 'judge' });
      const answer = await openId.fetchProtectedResource(config, token, url, 'GET', null, headers);
      hold(answer.status === 200, `The API answers ${answer.status}.`);
    });
    return token;
  };
}

async function issuerOf({ origin, api }: Host): Promise<URL> {
  const response = await fetch(new URL(`/.well-known/oauth-protected-resource${api}`, origin));
  const { authorization_servers: servers } = (await response.json()) as { authorization_servers: string[] };
  return new URL(servers[0] ?? '');
}

/** Records each successful step; the first failure ends the flow. */
function stepsInto(findings: Finding[], { name }: Host) {
  return async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work();
      findings.push({ what: `${name}: ${what}` });
      return result;
    } catch (error) {
      throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
}
