import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { showHidden } from '../copilot/show-hidden.js';
import { useFormats } from '../shell/account.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { PlainTable } from '../ui/tables/plain-table.js';
import { AccountName } from './account-name.js';
import { PagedSearch, usePagedSearch } from './paged-search.js';

type Config = Output<'admin.copilot.list_provider_configs'>['items'][number];

const KEYS: Readonly<Record<Config['byokKeyStatus'], string>> = {
  none: 'none',
  ready: 'works',
  rejected: 'rejected by the provider',
  unreadable: 'must be entered again',
};
const CONSENTS = { free: 'free models', byok: 'own provider', learning: 'learning' };

/** Users' choices, showing only whether they have a key, never the key. */
export function AccountTable() {
  const { time } = useFormats();
  const asked = usePagedSearch();
  const configs = useOperation('admin.copilot.list_provider_configs', asked);
  return (
    <PagedSearch label="Search users" shown={configs.data}>
      {configs.isError && <PageError error={configs.error} />}
      {configs.isPending && <SkeletonRows rows={6} rowClass="flex h-10 items-center" />}
      {configs.data?.items.length === 0 && (
        <EmptyState>
          {asked.search === undefined ? 'No user has changed their copilot settings.' : 'No matching users'}
        </EmptyState>
      )}
      {configs.data && configs.data.items.length > 0 && (
        <PlainTable
          label="Copilot settings of users"
          rows={configs.data.items}
          keyOf={({ userId }) => userId}
          columns={[
            { title: 'User', cell: (row) => <AccountName {...row} /> },
            { title: 'Answers come from', isText: true, cell: sourceText },
            {
              title: 'Model',
              isText: true,
              cell: ({ model }) => (model === null ? 'any' : <bdi>{showHidden(model)}</bdi>),
            },
            { title: 'Own key', isText: true, cell: ({ byokKeyStatus }) => KEYS[byokKeyStatus] },
            { title: 'Consents', isText: true, cell: consentText },
            { title: 'Changed', cell: ({ updatedAt }) => time(updatedAt) },
          ]}
        />
      )}
    </PagedSearch>
  );
}

function sourceText({ mode, provider }: Config): string {
  return mode === 'free' ? 'the free models' : (provider ?? 'their own provider');
}

function consentText({ consent }: Config): string {
  const granted = Object.entries(CONSENTS).flatMap(([scope, name]) =>
    consent[scope as keyof typeof CONSENTS] ? name : [],
  );
  return granted.length === 0 ? 'none' : granted.join(', ');
}
