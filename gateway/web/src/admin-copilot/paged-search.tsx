import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { SearchField } from '../ui/fields/search-field.js';

/** The search and page of a numbered list, from its address. */
export function usePagedSearch() {
  const [{ page = 1, search }] = useFilter('/admin/copilot');
  return { page, ...(search !== undefined && { search }) };
}

interface PagedSearchProps {
  readonly label: string;
  /** Of the shown page; undefined while it loads. */
  readonly shown: { readonly page: number; readonly limit: number; readonly total: number } | undefined;
  readonly children: ReactNode;
}

/** A searchable list with numbered pages; both are in the address. */
export function PagedSearch({ label, shown, children }: PagedSearchProps) {
  const { count } = useFormats();
  const navigate = useNavigate({ from: '/admin/copilot' });
  const [{ search }, setFilter] = useFilter('/admin/copilot');
  const find = useCallback((text: string | undefined) => setFilter({ search: text, page: undefined }), [setFilter]);
  const turnTo = (page: number): void => void navigate({ search: (before) => ({ ...before, page }) });
  const pages = shown ? Math.max(1, Math.ceil(shown.total / shown.limit)) : 1;
  return (
    <div className="flex flex-col gap-3">
      <SearchField label={label} value={search} onSearch={find} />
      {children}
      {shown && pages > 1 && (
        <nav aria-label="Pages" className="flex items-center gap-3">
          <Button disabled={shown.page <= 1} onClick={() => turnTo(shown.page - 1)}>
            Previous
          </Button>
          <span>
            Page {count(shown.page)} of {count(pages)}
          </span>
          <Button disabled={shown.page >= pages} onClick={() => turnTo(shown.page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </div>
  );
}
