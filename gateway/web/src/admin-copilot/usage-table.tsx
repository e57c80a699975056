import { useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { PlainTable } from '../ui/tables/plain-table.js';
import { AccountName } from './account-name.js';
import { PagedSearch, usePagedSearch } from './paged-search.js';

/** Usage of the copilot by user, in the last 30 days. */
export function UsageTable() {
  const { count, time } = useFormats();
  const asked = usePagedSearch();
  const usage = useOperation('admin.copilot.list_usage', asked);
  return (
    <PagedSearch label="Search users" shown={usage.data}>
      {usage.isError && <PageError error={usage.error} />}
      {usage.isPending && <SkeletonRows rows={6} rowClass="flex h-10 items-center" />}
      {usage.data?.items.length === 0 && (
        <EmptyState>
          {asked.search === undefined ? 'No one used the copilot in the last 30 days.' : 'No matching users'}
        </EmptyState>
      )}
      {usage.data && usage.data.items.length > 0 && (
        <PlainTable
          label="Usage of the last 30 days"
          rows={usage.data.items}
          keyOf={({ userId }) => userId}
          columns={[
            { title: 'User', cell: (row) => <AccountName {...row} /> },
            { title: 'Free turns', cell: ({ freeTurns }) => count(freeTurns) },
            { title: 'Model calls', cell: ({ modelCalls }) => count(modelCalls) },
            { title: 'Failovers', cell: ({ failovers }) => count(failovers) },
            { title: 'Tokens sent', cell: ({ promptTokens }) => count(promptTokens) },
            { title: 'Tokens received', cell: ({ completionTokens }) => count(completionTokens) },
            { title: 'Last used', cell: ({ lastUsedAt }) => time(lastUsedAt) },
          ]}
        />
      )}
    </PagedSearch>
  );
}
