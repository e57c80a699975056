import { titleOf } from '../../api/operation-titles.js';
import type { Output } from '../../api/operations.js';
import { useOperation } from '../../api/queries.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PageError } from '../../ui/page-error.js';
import { SkeletonRows } from '../../ui/skeleton.js';

type Tool = Output<'copilot.list_tools'>['tools'][number];

const TIERS: Readonly<Record<number, string>> = {
  0: 'Look-ups',
  1: 'Routine changes',
  2: 'Sensitive changes',
};

type Asking = readonly (readonly [Tool['approval'], string])[];

const ASKING: Asking = [
  ['automatic', 'Without asking you'],
  ['when_tainted', "Asks you after reading other people's text"],
  ['always', 'Always asks you first'],
];

/** Tools of servers, which receive data, and some of which an administrator allows to run without asking. */
const ASKING_SERVERS: Asking = [
  ['when_tainted', "Asks before sending long or secret text, after reading other people's text"],
  ['always', 'Always asks you first'],
];

/** The copilot's permissions: which calls run at once, and which ask first. */
export function ToolSettings() {
  const tools = useOperation('copilot.list_tools', {});
  if (tools.isError) return <PageError error={tools.error} />;
  if (!tools.data) return <SkeletonRows rows={3} rowClass="flex h-8 items-center" />;
  if (tools.data.tools.length === 0) return <EmptyState>No model here uses tools.</EmptyState>;
  const builtin = tools.data.tools.filter(({ origin }) => origin === 'builtin');
  const byTier = Map.groupBy(builtin, ({ tier }) => tier ?? 0);
  const byServer = Map.groupBy(
    tools.data.tools.filter(({ origin }) => origin === 'mcp'),
    ({ server = '' }) => server,
  );
  return (
    <div className="flex flex-col gap-4">
      {[...byTier]
        .toSorted(([one], [other]) => one - other)
        .map(([tier, ofTier]) => (
          <ToolGroup key={tier} title={TIERS[tier] ?? 'Others'} tools={ofTier} asking={ASKING} />
        ))}
      {[...byServer].map(([server, ofServer]) => (
        <ToolGroup key={server} title={`MCP server ${server}`} tools={ofServer} asking={ASKING_SERVERS} />
      ))}
    </div>
  );
}

interface ToolGroupProps {
  readonly title: string;
  readonly tools: readonly Tool[];
  readonly asking: Asking;
}

function ToolGroup({ title, tools, asking }: ToolGroupProps) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      {asking.map(([approval, label]) => (
        <ToolNames key={approval} label={label} tools={tools.filter((tool) => tool.approval === approval)} />
      ))}
    </div>
  );
}

function ToolNames({ label, tools }: { readonly label: string; readonly tools: readonly Tool[] }) {
  if (tools.length === 0) return null;
  return (
    <details>
      <summary className="cursor-default py-0.5 pointer-coarse:py-2.5">
        {label}: {tools.length}
      </summary>
      <ul className="mt-1 list-disc gap-x-8 pl-9 sm:columns-2">
        {tools.map(({ name }) => (
          <li key={name} title={name}>
            {titleOf(name) ?? <code className="text-[13px]">{name}</code>}
          </li>
        ))}
      </ul>
    </details>
  );
}
