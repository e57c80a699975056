import type { Item } from '../api/operations.js';
import { showHidden } from '../copilot/show-hidden.js';
import { Chip, type Tone } from '../ui/chip.js';

type McpTool = Item<'admin.copilot.list_mcp_servers'>['tools'][number];

const STATES: Readonly<Record<McpTool['state'], readonly [Tone, string]>> = {
  offered: ['good', 'on'],
  changed: ['warn', 'off: changed'],
  missing: ['plain', 'off: missing'],
};

/** The tools of a server, with their descriptions. */
export function McpTools({ tools }: { readonly tools: readonly McpTool[] }) {
  if (tools.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className="cursor-pointer">Show tools</summary>
      <p className="text-soft">The server states these hints. The copilot asks regardless of them.</p>
      <ul className="mt-1 flex max-h-80 flex-col gap-1 overflow-y-auto">
        {tools.map(({ name, state, annotations }) => {
          const [tone, label] = STATES[state];
          return (
            <li key={name} className="flex flex-wrap items-center gap-2">
              <bdi className="[overflow-wrap:anywhere]">{showHidden(name)}</bdi>
              <Chip tone={tone}>{label}</Chip>
              <span className="text-soft">{hintsOf(annotations).join(' · ')}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function hintsOf({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: McpTool['annotations'] = {}): string[] {
  const hints = [
    hintOf(readOnlyHint, 'Read-only', 'Makes changes'),
    hintOf(destructiveHint, 'Destructive', 'Not destructive'),
    hintOf(idempotentHint, 'Idempotent', 'Not idempotent'),
    hintOf(openWorldHint, 'Open world', 'Closed world'),
  ];
  return hints.filter((hint) => hint !== undefined);
}

function hintOf(hint: boolean | undefined, yes: string, no: string): string | undefined {
  if (hint === undefined) return undefined;
  return hint ? yes : no;
}
