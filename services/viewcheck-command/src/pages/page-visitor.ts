import { type ChromiumSource, startBrowser, type StartedBrowser } from '@svc/guarded-browser/chromium/start-browser';
import { type EgressProxy, openEgressProxy } from '@svc/guarded-browser/egress-proxy/egress-proxy';
import type { EgressRules } from '@svc/guarded-browser/egress-proxy/egress-rules';
import type { OpenedPage } from '@svc/guarded-browser/visits/opened-page';
import { VisitFailure } from '@svc/guarded-browser/visits/visit-failure';
import { VISIT_LIMITS, type VisitLimits } from '@svc/guarded-browser/visits/visit-limits';
import { visitPage } from '@svc/guarded-browser/visits/visit-page';
import pLimit from 'p-limit';

/** Visible area of a page. */
export const AREA = { x: 0, y: 0, width: 1_280, height: 1_600 };
const PAGES_AT_ONCE = 2;
const UNWANTED: ReadonlySet<string> = new Set(['media', 'font']);
const LIMITS: VisitLimits = { ...VISIT_LIMITS, visitMs: 20_000, navigationMs: 15_000 };
const CLOSE_MS = 2_000;

/** Why a page was not read. */
export type VisitProblem = VisitFailure['code'] | 'browser_missing' | 'out_of_time';

export type VisitOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: VisitProblem };

export interface PageVisitorOptions {
  readonly chromium: ChromiumSource;
  readonly rules: EgressRules;
  readonly timeZone: string;
  /** Aborts when the run times out or is interrupted. */
  readonly signal: AbortSignal;
}

/** Opens pages, two at a time, in one browser that starts on first use. */
export interface PageVisitor {
  visit<T>(address: string, work: (page: OpenedPage) => Promise<T>): Promise<VisitOutcome<T>>;
  /** Whether a browser was needed and failed to start. */
  readonly lacksBrowser: boolean;
  /** Closes the browser, its profile and the proxy. */
  close(): Promise<void>;
}

interface Opened {
  readonly proxy: EgressProxy;
  readonly started: StartedBrowser;
}

export function openPageVisitor({ chromium, rules, timeZone, signal }: PageVisitorOptions): PageVisitor {
  const inTurn = pLimit(PAGES_AT_ONCE);
  let opening: Promise<Opened | undefined> | undefined;
  let lacksBrowser = false;
  const open = async (): Promise<Opened | undefined> => {
    const proxy = await openEgressProxy(rules);
    try {
      return { proxy, started: await startBrowser(chromium, proxy.url, CLOSE_MS) };
    } catch {
      lacksBrowser = true;
      await proxy.close();
      return undefined;
    }
  };
  const view = { viewport: AREA, device: 'desktop', locale: 'en-US', timezone: timeZone } as const;
  return {
    get lacksBrowser() {
      return lacksBrowser;
    },
    visit: (address, work) =>
      inTurn(async () => {
        if (signal.aborted) return { ok: false, problem: 'out_of_time' };
        const opened = await (opening ??= open());
        if (!opened) return { ok: false, problem: 'browser_missing' };
        try {
          const visit = { view, signal, rules, limits: LIMITS, unwanted: UNWANTED, ...opened };
          const value = await visitPage(visit, async (page) => {
            await page.navigate(address);
            await page.check();
            await page.dealWithConsent('reject', LIMITS.consentMs);
            return work(page);
          });
          return { ok: true, value };
        } catch (error) {
          if (!(error instanceof VisitFailure)) throw error;
          return { ok: false, problem: error.code === 'cancelled' ? 'out_of_time' : error.code };
        }
      }),
    async close() {
      const opened = await opening;
      await opened?.started.end();
      await opened?.proxy.close();
    },
  };
}
