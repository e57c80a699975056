import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';

type Tool = Output<'copilot.list_tools'>['tools'][number];

const TIERS: Readonly<Record<number, string>> = {
  0: 'Look-ups',
  1: 'Changes in the course of work',
  2: 'Sensitive changes',
};

const ASKING: readonly (readonly [Tool['approval'], string])[] = [
  ['automatic', 'Without asking you'],
  ['when_tainted', 'Asks you once it has read what others wrote'],
  ['always', 'Always asks you first'],
];

/** What the copilot may do: by how much it takes, and whether it asks before. */
export function ToolSettings() {
  const tools = useOperation('copilot.list_tools', {});
  if (tools.isError) return <PageError error={tools.error} />;
  if (!tools.data) return <SkeletonRows rows={3} rowClass="flex h-8 items-center" />;
  if (tools.data.tools.length === 0) return <EmptyState>No model here uses tools.</EmptyState>;
  const byTier = Map.groupBy(tools.data.tools, ({ tier }) => tier);
  return (
    <div className="flex flex-col gap-4">
      {[...byTier]
        .toSorted(([one], [other]) => one - other)
        .map(([tier, ofTier]) => (
          <div key={tier} className="flex flex-col gap-1">
            <h3 className="font-medium">{TIERS[tier] ?? 'Others'}</h3>
            {ASKING.map(([approval, label]) => (
              <ToolNames key={approval} label={label} tools={ofTier.filter((tool) => tool.approval === approval)} />
            ))}
          </div>
        ))}
    </div>
  );
}

function ToolNames({ label, tools }: { readonly label: string; readonly tools: readonly Tool[] }) {
  if (tools.length === 0) return null;
  return (
    <details>
      <summary className="cursor-default pointer-coarse:py-2.5">
        {label}: {tools.length}
      </summary>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 pl-5">
        {tools.map(({ name }) => (
          <li key={name}>
            <code className="text-[13px]">{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
