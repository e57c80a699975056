import { ChevronRight } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { isChange } from '../../api/affects.js';
import type { ToolCall } from '../answer/answer.js';

// Loaded with the first line that is opened.
const ToolDetails = lazy(async () => ({ default: (await import('./tool-details.js')).ToolDetails }));

const READING = {
  'input-available': 'Looking up',
  'output-available': 'Looked up',
  'output-error': "Couldn't look up",
  'approval-requested': 'Asks to look up',
  'output-denied': 'Not looked up',
} as const;

const CHANGING = {
  'input-available': 'Doing:',
  'output-available': 'Done:',
  'output-error': 'Not done:',
  'approval-requested': 'Asks:',
  'output-denied': 'Denied:',
} as const;

/** A look-up or change of the copilot: a line that opens to its input and result. */
export function ToolCallView({ call }: { readonly call: ToolCall }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { toolName, state } = call;
  return (
    <div className="min-w-0 text-soft">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
        className="flex w-fit cursor-pointer items-center gap-1 py-1 hover:text-ink pointer-coarse:py-3"
      >
        <ChevronRight size={15} aria-hidden className={isOpen ? 'rotate-90' : undefined} />
        {lineOf(toolName, state)}
      </button>
      <div id={detailsId} hidden={!isOpen} className="flex flex-col gap-2 border-l-4 border-line pl-3">
        {isOpen && (
          <Suspense>
            <ToolDetails call={call} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Tools of servers may change anything, so they are shown as changes. */
function lineOf(toolName: string, state: ToolCall['state']): string {
  const [, server, tool] = /^mcp__([a-z0-9]+)__(.+)$/.exec(toolName) ?? [];
  if (server !== undefined && tool !== undefined) return `${CHANGING[state]} ${tool} of the MCP server ${server}`;
  return isChange(toolName) ? `${CHANGING[state]} ${changeOf(toolName)}` : `${READING[state]} ${wordsOf(toolName)}`;
}

/** Display name of a write: `deals.add_video` is "add video", `tasks.create` is "create tasks". */
function changeOf(toolName: string): string {
  const [family = '', what = ''] = toolName.split('.');
  return (what.includes('_') ? what : `${what} ${family}`).replaceAll('_', ' ');
}

/** Display name of a read's object: `deals.due_views` reads due views, `deals.get` deals. */
function wordsOf(toolName: string): string {
  const [family = '', what = ''] = toolName.split('.');
  const read = what.replace(/^(?:get|list|search)(?:_|$)/, '');
  return (read === '' ? family : read).replaceAll('_', ' ');
}
