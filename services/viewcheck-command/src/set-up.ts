import { EgressAllow, egressTarget } from '@svc/chassis/outbound/egress-allow';
import { localDay } from '@svc/chassis/time/calendar';
import { isTimeZone } from '@svc/chassis/time/time-zone';
import { DueViewRow } from '@svc/evidence/schemas/prior-rows';
import type { ChromiumSource } from '@svc/guarded-browser/chromium/start-browser';
import { z } from 'zod';
import { type AgentApi, ApiRefusal, openAgentApi, readProductUrl } from './api/agent-api.js';
import type { CommandEnvironment } from './command-environment.js';
import { CommandFailure } from './command-failure.js';
import { MOCK_AS_OF, openMockApi } from './mock/mock-api.js';
import { openMockPages } from './mock/mock-pages.js';
import type { OptionValues } from './options/option-table.js';
import { openLivePages } from './pages/live-pages.js';
import type { PageReader } from './pages/page-reader.js';

/** Whether the run uses neither network, browser nor token. */
export function isMock(values: OptionValues): boolean {
  const { mock } = values;
  return (
    mock || values['mock-structured-metadata'] || values['mock-caption-track'] || values['mock-app-state-caption-track']
  );
}

/** Whether the options contain no request. */
export function isBare(values: OptionValues): boolean {
  const { url, query, brand, account } = values;
  const lists = [url, values['promo-code']];
  const texts = [query, brand, account, values['requested-date'], values['candidate-json']];
  return (
    lists.every(({ length }) => length === 0) && texts.every((text) => text === undefined) && !values['from-due-views']
  );
}

export function checkTogether(values: OptionValues): void {
  if (values['short-links'] && !values['capture-proof'])
    throw new CommandFailure('USAGE', '--short-links must come with --capture-proof.');
  if (values['from-plan-targets'] && !values['discover-candidates'])
    throw new CommandFailure('PLAN_TARGETS_UNAVAILABLE', '--from-plan-targets must come with --discover-candidates.');
}

/** Settings that every judgment depends on. */
export interface SetUp {
  readonly asOf: Date;
  readonly timeZone: string;
  readonly allowedPrivateTargets: ReadonlySet<string>;
}

export function readSetUp(values: OptionValues, { env }: CommandEnvironment, mock: boolean): SetUp {
  const unset = mock ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timeZone = values['time-zone'] ?? unset;
  if (!isTimeZone(timeZone))
    throw new CommandFailure('USAGE', '--time-zone must be an IANA name, such as Europe/Berlin.');
  const clock = mock ? MOCK_AS_OF : new Date();
  const asOf = values['as-of'] === undefined ? clock : new Date(values['as-of']);
  return { asOf, timeZone, allowedPrivateTargets: readAllowed(values['allow-private-target'], env) };
}

/** Returns the allowed targets: from the options, on both web ports unless one is named, and from SVC_EGRESS_ALLOW. */
function readAllowed(entries: readonly string[], { SVC_EGRESS_ALLOW = '' }: NodeJS.ProcessEnv): Set<string> {
  const fromEnvironment = EgressAllow.safeParse(SVC_EGRESS_ALLOW);
  if (!fromEnvironment.success)
    throw new CommandFailure('USAGE', 'SVC_EGRESS_ALLOW must be host:port entries, separated by commas.');
  const fromOptions = entries.flatMap((entry) => {
    const url = /^[^\s/@?#]+$/.test(entry) ? URL.parse(`http://${entry}`) : null;
    if (!url)
      throw new CommandFailure('USAGE', `--allow-private-target must be HOST or HOST:PORT, and "${entry}" is neither.`);
    const ports = /:\d+$/.test(entry) ? [Number(url.port || 80)] : [80, 443];
    return ports.map((port) => egressTarget(url.hostname, port));
  });
  return new Set([...fromEnvironment.data, ...fromOptions]);
}

export function openApi(
  values: OptionValues,
  environment: CommandEnvironment,
  signal: AbortSignal,
  mock: boolean,
): AgentApi | undefined {
  if (!values['from-due-views'] && !values['capture-proof']) return undefined;
  if (mock) return openMockApi();
  const { SVC_API_BASE_URL, SVC_AGENT_ACCESS_TOKEN: token = '' } = environment.env;
  const named = values['base-url'];
  const baseUrl =
    named === undefined
      ? readProductUrl(SVC_API_BASE_URL || 'http://localhost:8080', 'SVC_API_BASE_URL')
      : readProductUrl(named, '--base-url');
  if (token === '') {
    const needing = values['from-due-views'] ? '--from-due-views' : '--capture-proof';
    throw new CommandFailure(
      'TOKEN_MISSING',
      `${needing} needs a token: set SVC_AGENT_ACCESS_TOKEN to that of a login link.`,
    );
  }
  return openAgentApi({ baseUrl, token, signal });
}

/** Reads due views. Throws API_ERROR when the product refuses or its response is malformed. */
export async function readDueViews(api: AgentApi): Promise<DueViewRow[]> {
  const answer = await api.listDueViews().catch((error: unknown) => {
    throw error instanceof ApiRefusal ? new CommandFailure('API_ERROR', error.message, { cause: error }) : error;
  });
  const items = z.array(DueViewRow).safeParse(answer);
  if (items.success) return items.data;
  throw new CommandFailure('API_ERROR', 'The due views cannot be read. Use the command of the version of the product.');
}

export function openPages(
  values: OptionValues,
  environment: CommandEnvironment,
  signal: AbortSignal,
  setUp: SetUp,
): PageReader {
  if (isMock(values)) return openMockPages(values);
  const { env, network = {} } = environment;
  const { lookup, connect, ca } = network;
  const chromium: ChromiumSource = {
    executablePath: env['CHROMIUM_PATH'] || undefined,
    sandbox: env['CAPTURE_NO_SANDBOX'] !== 'true',
    trustedCertificates: ca,
  };
  const rules = { allowed: setUp.allowedPrivateTargets, ownHosts: new Set<string>(), lookup, connect, ca };
  const today = localDay(setUp.asOf, setUp.timeZone);
  return openLivePages({ chromium, rules, timeZone: setUp.timeZone, today, signal });
}
