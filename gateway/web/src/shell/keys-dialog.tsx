import { Dialog } from '../ui/dialogs/dialog.js';
import { useSignedIn } from './account.js';
import { pagesFor } from './navigation.js';
import { useKeysInUse } from './shortcuts.js';

const ALWAYS = [
  ['Ctrl K', 'Search pages and records'],
  ['Ctrl J', 'Ask the copilot beside the page'],
  ['?', 'Keyboard shortcuts'],
  ['Esc', 'Close'],
] as const;

type KeyText = readonly [keys: string, about: string];

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowLeft: '←',
};

/** The keyboard shortcuts of the page below. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSignedIn();
  const pages = pagesFor(user).flatMap(({ letter, label }) =>
    letter === undefined ? [] : [[`g ${letter}`, label] as const],
  );
  return (
    <Dialog title="Keyboard shortcuts" isOpen isWide onClose={onClose}>
      <KeyList title="On this page" keys={byAction(useKeysInUse())} />
      <KeyList title="Go to" keys={pages} />
      <KeyList title="Everywhere" keys={ALWAYS} />
      <p className="text-[13px] text-soft">
        Single letters do nothing while you type in a field. You can turn them off in Settings.
      </p>
    </Dialog>
  );
}

/** Keys with the same action share a line. */
function byAction(inUse: readonly KeyText[]): readonly KeyText[] {
  const keysOf = new Map<string, string[]>();
  for (const [key, about] of inUse) {
    if (key === '?') continue;
    keysOf.set(about, [...(keysOf.get(about) ?? []), KEY_NAMES[key] ?? key]);
  }
  return [...keysOf].map(([about, keys]) => [keys.join(' '), about] as const);
}

interface KeyListProps {
  readonly title: string;
  readonly keys: readonly KeyText[];
}

function KeyList({ title, keys }: KeyListProps) {
  if (keys.length === 0) return null;
  return (
    <section className="mb-4">
      <h3 className="mb-1 font-medium">{title}</h3>
      <dl className="gap-x-8 sm:columns-2">
        {keys.map(([names, about]) => (
          <div key={names} className="flex break-inside-avoid items-baseline justify-between gap-3 py-0.5">
            <dt className="order-2 flex shrink-0 gap-1">
              {names.split(' ').map((name) => (
                <kbd
                  key={name}
                  className="min-w-6 rounded border border-line-strong bg-sunken px-1.5 text-center font-sans text-[13px]"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd className="min-w-0">{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
