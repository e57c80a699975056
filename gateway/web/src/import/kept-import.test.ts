import { expect, test } from '@jest/globals';
import { KeptImport } from './kept-import.js';

const NEVER_MS = 60_000;

/** A browser with one storage for its tabs, which get `storage` events of each other. */
function openBrowser() {
  const stored = new Map<string, string>();
  const tabs: EventTarget[] = [];
  return {
    stored,
    open(userId = 'maya') {
      const window = new EventTarget();
      const tell = (key: string): void => {
        for (const tab of tabs) if (tab !== window) tab.dispatchEvent(Object.assign(new Event('storage'), { key }));
      };
      const storage = {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, text: string) => {
          stored.set(name, text);
          tell(name);
        },
        removeItem: (name: string) => {
          stored.delete(name);
          tell(name);
        },
      };
      tabs.push(window);
      const kept = new KeptImport(userId, { storage, window, pauseMs: NEVER_MS });
      return { kept, storage, leave: () => window.dispatchEvent(new Event('pagehide')) };
    },
  };
}

test('typed text is still there after leaving the page, for this user alone', () => {
  const browser = openBrowser();
  const { kept, leave } = browser.open();
  kept.type({ text: 'Anna\nhttps://a.example', postDate: '2026-03-01' });

  leave();

  expect(browser.open().kept.get()).toMatchObject({ text: 'Anna\nhttps://a.example', postDate: '2026-03-01' });
  expect(browser.open('ben').kept.get()).toEqual({ text: '', notes: {} });
});

test('a change is stored at once, with the text typed before it, and other tabs show it', () => {
  const browser = openBrowser();
  const [first, second] = [browser.open().kept, browser.open().kept];
  const seen: string[] = [];
  second.subscribe(() => seen.push(second.get().text));
  first.type({ text: 'typed' });

  first.change((draft) => ({
    ...draft,
    text: `${draft.text} and left`,
    open: 2,
    notes: { key: { postDate: '2026-03-01' } },
  }));

  expect(seen.at(-1)).toBe('typed and left');
  expect(second.get()).toMatchObject({ open: 2, notes: { key: { postDate: '2026-03-01' } } });
  expect(browser.open().kept.get().text).toBe('typed and left');
});

test("another tab's text does not replace what is being typed here", () => {
  const browser = openBrowser();
  const [first, second] = [browser.open(), browser.open()];
  first.kept.type({ text: 'typing' });

  second.kept.change((draft) => ({ ...draft, text: 'theirs' }));

  expect(first.kept.get().text).toBe('typing');
  first.leave();
  expect(second.kept.get().text).toBe('typing');
});

test('an empty text removes everything stored with it', () => {
  const browser = openBrowser();
  const { kept } = browser.open();
  kept.change(() => ({ text: 'left', open: 1, notes: { key: {} } }));

  kept.change((draft) => ({ ...draft, text: ' ' }));

  expect(kept.get()).toEqual({ text: ' ', notes: {} });
  expect(browser.stored.size).toBe(0);
});

test("another version's data is ignored, and with a full storage the page keeps its text", () => {
  const browser = openBrowser();
  browser.stored.set('dealbridge.draft.import.maya', 'old draft');
  browser.stored.set('dealbridge.draft.import-groups.maya', '{"open":"many","notes":7');
  const { kept, storage } = browser.open();
  expect(kept.get()).toEqual({ text: 'old draft', notes: {} });
  storage.setItem = () => {
    throw new Error('QuotaExceededError');
  };

  kept.change((draft) => ({ ...draft, open: 1 }));

  expect(kept.get()).toMatchObject({ text: 'old draft', open: 1 });
});
