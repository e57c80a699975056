/** Sample data for `npm start -- --demo`, made through the public API like anyone's. */
import { callApi, type Answer } from './stack/http.ts';

const EMAIL = 'demo@localhost.localdomain';
const DAY_MS = 86_400_000;

interface DemoDeal {
  readonly name: string;
  readonly promoCode: string;
  readonly price: number;
  readonly viewsTarget: number;
  readonly contact: string;
  /** Days ago that the videos were posted: with checks after 1, 7 and 30 days, some are due today. */
  readonly postedDaysAgo: number;
  readonly urls: readonly string[];
  /** Views of the first video, by days after it was posted. */
  readonly readings: readonly (readonly [days: number, views: number])[];
}

const DEALS: readonly DemoDeal[] = [
  {
    name: 'Spring launch, Northwind Coffee',
    promoCode: 'SPRING20',
    price: 2_400,
    viewsTarget: 150_000,
    contact: 'Maya Lindqvist',
    postedDaysAgo: 31,
    urls: [
      'https://www.youtube.com/watch?v=Nw3coffee01',
      'https://www.tiktok.com/@northwind/video/7301234567890123456',
    ],
    readings: [
      [1, 18_240],
      [7, 96_410],
    ],
  },
  {
    name: 'Trail shoes, Fjell Running',
    promoCode: 'FJELL15',
    price: 900,
    viewsTarget: 40_000,
    contact: 'Jonas Berg',
    postedDaysAgo: 8,
    urls: ['https://www.youtube.com/watch?v=Fj4running8'],
    readings: [[1, 12_093]],
  },
  {
    name: 'Studio lights, Lumen & Co',
    promoCode: 'LUMEN10',
    price: 1_250,
    viewsTarget: 60_000,
    contact: 'Aisha Rahman',
    postedDaysAgo: 1,
    urls: ['https://www.instagram.com/reel/C9lumenStud/'],
    readings: [],
  },
];

interface ImportAnswer {
  readonly deals: readonly [{ readonly dealId: string; readonly videos: readonly [{ readonly videoId: string }] }];
}

type Call = <Body>(method: string, path: string, body?: unknown) => Promise<Body>;

/** Adds what is missing of the sample data; a second run changes nothing. Throws when the account is not to be had. */
export async function seedDemo(gatewayUrl: string, password: string): Promise<{ email: string; summary: string }> {
  const token = await signIn(gatewayUrl, password);
  const call: Call = async <Body>(method: string, path: string, body?: unknown) =>
    expectSuccess(path, await callApi<Body>(gatewayUrl, method, path, { body, token }));

  for (const deal of DEALS) await addDeal(deal, call);
  const due = await call<{ total: number }>('GET', '/api/deals/due-views');
  return { email: EMAIL, summary: `${DEALS.length} deals, ${due.total} views to check today` };
}

async function addDeal(
  { urls, promoCode, name, postedDaysAgo, readings, ...dealDetails }: DemoDeal,
  call: Call,
): Promise<void> {
  const imported = await call<ImportAnswer>('POST', '/api/deals/bulk-import/process', {
    postDate: daysAgo(postedDaysAgo).slice(0, 10),
    collections: [{ urls, promoCode, name, dealDetails }],
  });
  const [{ dealId, videos }] = imported.deals;
  const logs = await call<{ total: number }>('GET', `/api/deals/${dealId}/views?limit=1`);
  if (logs.total > 0) return;
  for (const [days, value] of readings) {
    const checkedAt = daysAgo(postedDaysAgo - days);
    await call('POST', `/api/deals/${dealId}/views`, { videoId: videos[0].videoId, value, checkedAt });
  }
}

async function signIn(gatewayUrl: string, password: string): Promise<string> {
  const account = { email: EMAIL, password };
  const known = await callApi<{ token: string }>(gatewayUrl, 'POST', '/api/auth/login', { body: account });
  if (known.status === 200) return known.body.token;
  const path = '/api/auth/signup';
  const created = await callApi<{ token: string }>(gatewayUrl, 'POST', path, { body: { ...account, name: 'Demo' } });
  return expectSuccess(path, created).token;
}

function expectSuccess<Body>(path: string, { status, body }: Answer<Body>): Body {
  if (status < 300) return body;
  const { error } = body as { error?: { message: string } };
  throw new Error(
    `The sample data cannot be added: ${path} answers ${status}, ${error?.message ?? 'without a reason'}`,
  );
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}
