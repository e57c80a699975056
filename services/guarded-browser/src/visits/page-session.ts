import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import type { PageBox } from '../in-page/page-dom.js';
import type { PageScript } from '../in-page/page-script.js';
import { within } from './deadline.js';
import { VisitFailure } from './visit-failure.js';
import type { VisitLimits } from './visit-limits.js';

const WORLD = 'visit';
const ASK_AGAIN_MS = 50;
/** Chromium's errors when a document has been replaced by another. */
const WORLD_IS_GONE = /cannot find context|context was destroyed|target navigated|no frame (?:for|with) given id/i;

export interface PageLayout {
  /** Size of the whole page. */
  readonly width: number;
  readonly height: number;
}

/**
 * A DevTools session with a page. Scripts run in an isolated world: they see the page's elements, but not browser functions overridden by its
 * scripts.
 */
export class PageSession {
  #context: number | undefined;

  readonly #cdp: CDPSession;
  readonly #limits: VisitLimits;

  private constructor(cdp: CDPSession, limits: VisitLimits) {
    this.#cdp = cdp;
    this.#limits = limits;
  }

  static async open(page: Page, limits: VisitLimits): Promise<PageSession> {
    return new PageSession(await page.context().newCDPSession(page), limits);
  }

  /**
   * Runs a script in the main frame; undefined when the script throws, which a page can cause by naming elements after DOM properties. Throws
   * `timeout` when the page is too busy to respond, or keeps navigating.
   */
  async ask<Input, Output>(script: PageScript<Input, Output>, input: Input): Promise<Output | undefined> {
    const asking = this.#askRepeatedly(script.source(input));
    return (await within(asking, this.#limits.questionMs)) as Output | undefined;
  }

  /** The same for optional information: also undefined when the page does not respond. */
  async askInPassing<Input, Output>(script: PageScript<Input, Output>, input: Input): Promise<Output | undefined> {
    try {
      return await this.ask(script, input);
    } catch (error) {
      if (error instanceof VisitFailure && error.code === 'timeout') return undefined;
      throw error;
    }
  }

  async layout(): Promise<PageLayout> {
    const { cssContentSize } = await within(this.#cdp.send('Page.getLayoutMetrics'), this.#limits.questionMs);
    return { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
  }

  /** Captures an area of the page; coordinates are relative to its top left corner. */
  async shoot(area: PageBox, format: 'png' | 'jpeg', quality: number, isInViewport: boolean): Promise<Buffer> {
    const shot = this.#cdp.send('Page.captureScreenshot', {
      format,
      ...(format === 'jpeg' ? { quality } : {}),
      clip: { ...area, scale: 1 },
      captureBeyondViewport: !isInViewport,
    });
    const { data } = await within(shot, this.#limits.shotMs);
    if (data === '') throw new VisitFailure('browser_crash');
    return Buffer.from(data, 'base64');
  }

  /** Retries on the next page when a navigation destroys the script's world. */
  async #askRepeatedly(expression: string): Promise<unknown> {
    const giveUpAt = performance.now() + this.#limits.questionMs;
    for (;;) {
      try {
        return await this.#evaluate(expression);
      } catch (error) {
        this.#context = undefined;
        const isGone = error instanceof Error && WORLD_IS_GONE.test(error.message);
        if (!isGone || performance.now() > giveUpAt) throw error;
        await pause(ASK_AGAIN_MS);
      }
    }
  }

  async #evaluate(expression: string): Promise<unknown> {
    const contextId = (this.#context ??= await this.#createWorld());
    const { result, exceptionDetails } = await this.#cdp.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
    });
    return exceptionDetails ? undefined : result.value;
  }

  async #createWorld(): Promise<number> {
    const { frameTree } = await this.#cdp.send('Page.getFrameTree');
    const { executionContextId } = await this.#cdp.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: WORLD,
    });
    return executionContextId;
  }
}
