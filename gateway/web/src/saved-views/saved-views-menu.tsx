import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useList } from '../api/queries.js';
import { buttonClass } from '../ui/button.js';
import { MenuPopup } from '../ui/menu-popup.js';
import { showToast } from '../ui/toasts.js';
import { SavedViewsLabel } from './saved-views-label.js';
import { lostOf, type SavedPath, searchOf } from './view-query.js';

const SaveViewDialog = lazy(async () => ({ default: (await import('./view-dialogs.js')).SaveViewDialog }));
const ManageViewsDialog = lazy(async () => ({ default: (await import('./view-dialogs.js')).ManageViewsDialog }));

interface SavedViewsMenuProps {
  readonly path: SavedPath;
  /** Shown until the views have loaded. */
  readonly waiting: ReactNode;
}

/** The saved views of a list, initially open. */
export function SavedViewsMenu({ path, waiting }: SavedViewsMenuProps) {
  const [open, setOpen] = useState<'save' | 'manage'>();
  const navigate = useNavigate();
  const read = useRouter().routesById[`/app${path}`].options.validateSearch as (search: object) => object;
  const list = path.slice(1);
  const views = useList('saved_views.list', { list });
  if (views.isPending) return waiting;
  const close = (): void => setOpen(undefined);
  const show = (query: Readonly<Record<string, string>>): void => {
    const search = read(searchOf(query));
    const lost = lostOf(query, search);
    void navigate({ to: path, search } as NavigateOptions);
    if (lost.length > 0) showToast(`Ignored what this list no longer has: ${lost.map(wordOf).join(', ')}.`);
  };
  return (
    <>
      <MenuPopup
        label="Saved views"
        className={buttonClass('quiet', 'max-sm:px-3.5')}
        items={[
          ...views.items.map(({ name, query }) => ({
            label: name,
            run: () => show(query),
          })),
          { label: 'Save this view…', run: () => setOpen('save'), isApart: true },
          ...(views.items.length > 0 ? [{ label: 'Manage views…', run: () => setOpen('manage') }] : []),
        ]}
      >
        <SavedViewsLabel />
      </MenuPopup>
      <Suspense>
        {open === 'save' && <SaveViewDialog path={path} list={list} onClose={close} />}
        {open === 'manage' && <ManageViewsDialog path={path} views={views.items} onClose={close} />}
      </Suspense>
    </>
  );
}

/** A part of the address in the user's words. */
function wordOf(name: string): string {
  return name === 'sort' ? 'the order' : name;
}
