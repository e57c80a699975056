import type { BrowserContext, Page } from 'playwright-core';
import { type ConsentMode, handleConsent } from '../consent/handle-consent.js';
import type { EgressJob } from '../egress-proxy/egress-job.js';
import type { EgressRules } from '../egress-proxy/egress-rules.js';
import { fetchText } from '../egress-proxy/fetch-text.js';
import { scrollOn } from '../in-page/scroll-on.js';
import { checkPage, type MainDocument } from '../obstacles/check-page.js';
import { MainDocumentWatch } from './main-document.js';
import type { PageChange } from './page-change.js';
import { PageSession } from './page-session.js';
import { checkPageTarget } from './page-target.js';
import { pollPage } from './poll-page.js';
import { VisitFailure } from './visit-failure.js';
import type { VisitLimits } from './visit-limits.js';

const FINAL_URL_LENGTH_MAX = 8_192;

interface PageRights {
  readonly job: EgressJob;
  readonly rules: EgressRules;
  readonly limits: VisitLimits;
}

/** The page of a visit. Dismisses dialogs and closes pop-ups. */
export class OpenedPage {
  readonly changes = new Set<PageChange>();

  readonly session: PageSession;
  readonly watch: MainDocumentWatch;
  readonly #page: Page;
  readonly #rights: PageRights;

  private constructor(page: Page, session: PageSession, watch: MainDocumentWatch, rights: PageRights) {
    this.#page = page;
    this.session = session;
    this.watch = watch;
    this.#rights = rights;
    this.#refuseInterruptions();
  }

  static async open(context: BrowserContext, rights: PageRights): Promise<OpenedPage> {
    const page = await context.newPage();
    const watch = new MainDocumentWatch(page, rights.job);
    return new OpenedPage(page, await PageSession.open(page, rights.limits), watch, rights);
  }

  /** Opens an address and waits until it has loaded, at most `loadMs`. Throws `blocked_target` and network failures. */
  async navigate(address: string): Promise<void> {
    const { rules, limits } = this.#rights;
    const target = checkPageTarget(address, rules);
    if (!target.ok) throw new VisitFailure('blocked_target', { message: `The address ${target.problem}` });
    const open = async (): Promise<void> => {
      await this.#page.goto(target.url, { waitUntil: 'domcontentloaded', timeout: limits.navigationMs });
    };
    try {
      // Retry once when a network interface of this machine appeared or disappeared.
      await open().catch((error: unknown) => (isNetworkChange(error) ? open() : Promise.reject(error)));
    } catch (error) {
      throw this.watch.failure(error);
    }
    await this.#waitForLoad();
  }

  /** Handles a consent banner for at most `timeoutMs`, and follows the navigation. */
  async dealWithConsent(mode: ConsentMode, timeoutMs: number): Promise<void> {
    const changes = await handleConsent(this.session, mode, timeoutMs);
    for (const change of changes) this.changes.add(change);
    // The consent question may have been a separate page that redirects.
    if (changes.includes('consent_rejected')) await this.#waitForLoad();
  }

  /** Scrolls by two screens, which makes pages load more, and waits at most `waitMs` for the page to grow. */
  async scrollOn(waitMs: number): Promise<void> {
    const { height } = await this.session.layout();
    await this.session.askInPassing(scrollOn, { screens: 2 });
    await pollPage(waitMs, async () => ((await this.session.layout()).height > height ? true : undefined));
    this.changes.add('scrolled');
  }

  /** Fetches a text within this visit's budgets and guard. Throws `VisitFailure`. */
  fetchText(address: string, bytesMax: number): Promise<string> {
    const { rules, job, limits } = this.#rights;
    return fetchText(address, { rules, job, bytesMax, timeoutMs: limits.navigationMs });
  }

  /** Verifies that the current page is not an obstacle; returns its document and title. Throws `VisitFailure`. */
  async check(): Promise<MainDocument & { readonly title: string }> {
    const document = await this.watch.current();
    if (!checkPageTarget(document.url.href, this.#rights.rules, FINAL_URL_LENGTH_MAX).ok)
      throw new VisitFailure('blocked_target');
    return { ...document, ...(await checkPage(this.session, document)) };
  }

  /** Ignores a timeout: many pages never finish loading, but are still usable. */
  async #waitForLoad(): Promise<void> {
    await this.#page.waitForLoadState('load', { timeout: this.#rights.limits.loadMs }).catch(() => undefined);
  }

  /** Dismisses dialogs and closes pop-ups of the page. */
  #refuseInterruptions(): void {
    const page = this.#page;
    page.on('dialog', (dialog) => {
      this.changes.add('dialog_dismissed');
      dialog.dismiss().catch(() => undefined);
    });
    page.context().on('page', (other) => {
      if (other === page) return;
      this.changes.add('popup_closed');
      other.close().catch(() => undefined);
    });
  }
}

function isNetworkChange(error: unknown): boolean {
  return error instanceof Error && error.message.includes('ERR_NETWORK_CHANGED');
}
