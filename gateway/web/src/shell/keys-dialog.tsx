import { Dialog } from '../ui/dialog.js';
import { navigationFor } from './navigation.js';
import { useSignedIn } from './account.js';
import { keysInUse } from './shortcuts.js';

const ALWAYS = [
  ['Ctrl K', 'Search pages and records'],
  ['Ctrl J', 'Ask the copilot beside the page'],
  ['?', 'Keyboard shortcuts'],
  ['Esc', 'Close'],
] as const;

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowLeft: '←',
};

/** What the keys do on the page below. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSignedIn();
  const pages = navigationFor(user)
    .flatMap(({ items }) => items)
    .flatMap(({ letter, label }) => (letter === undefined ? [] : [[`g ${letter}`, label] as const]));
  return (
    <Dialog title="Keys" isOpen onClose={onClose}>
      <KeyList title="On this page" keys={keysByAction()} />
      <KeyList title="Go to" keys={pages} />
      <KeyList title="Everywhere" keys={ALWAYS} />
      <p className="text-[13px] text-soft">
        Single letters do nothing while you type in a field. You can turn them off in Settings.
      </p>
    </Dialog>
  );
}

/** Keys that do the same stand together. */
function keysByAction(): readonly (readonly [keys: string, about: string])[] {
  const byAction = new Map<string, string[]>();
  for (const [key, about] of keysInUse()) {
    if (key === '?') continue;
    byAction.set(about, [...(byAction.get(about) ?? []), KEY_NAMES[key] ?? key]);
  }
  return [...byAction].map(([about, keys]) => [keys.join(' '), about] as const);
}

interface KeyListProps {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, about: string])[];
}

function KeyList({ title, keys }: KeyListProps) {
  if (keys.length === 0) return null;
  return (
    <section className="mb-4">
      <h3 className="mb-1 font-medium">{title}</h3>
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)_5rem_minmax(0,1fr)]">
        {keys.map(([names, about]) => (
          <div key={names} className="contents">
            <dt className="font-mono text-soft">{names}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
