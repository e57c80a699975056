import { useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { ConnectAgent } from './connect-agent.js';
import { Connections } from './connections.js';
import { Memories } from './memories.js';
import { RecentCalls } from './recent-calls.js';

/** Agents that act for the user: how to connect one, the connections, their calls, and their memories. */
export function AgentsPage() {
  const { count } = useFormats();
  const read = useOperation('agent_connection.get', {});
  const settings = read.data;
  return (
    <Page width="text">
      <PageHead
        title="Agents"
        about={
          settings
            ? `${count(settings.persistentConnections.length)} connected · ${count(settings.status.recentCount)} ${settings.status.recentCount === 1 ? 'call' : 'calls'} in 90 days`
            : 'Programs that act on your behalf'
        }
      />
      {read.isError && !settings && <PageError error={read.error} />}
      {read.isPending && <SkeletonRows rows={6} rowClass="flex h-10 items-center" />}
      {settings && (
        <>
          <Connections settings={settings} />
          <ConnectAgent settings={settings} />
          <RecentCalls settings={settings} />
        </>
      )}
      {/* Content that loads later above them would push them down. */}
      {(settings !== undefined || read.failureCount > 0) && <Memories />}
    </Page>
  );
}
