import { useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange } from '../api/queries.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { showError, showToast } from '../ui/toasts.js';
import { queryOf, type SavedPath } from './view-query.js';

type SavedView = Item<'saved_views.list'>;

const NAME_MAX = 60;

interface SaveViewDialogProps {
  readonly path: SavedPath;
  readonly list: string;
  readonly onClose: () => void;
}

/** Saves the current filters and order of the list. */
export function SaveViewDialog({ path, list, onClose }: SaveViewDialogProps) {
  const [filter] = useFilter(path);
  const saving = useChange('saved_views.create');
  return (
    <Dialog title="Save this view" isOpen onClose={onClose}>
      <RecordForm
        action="Save view"
        fields={['name']}
        onCancel={onClose}
        submit={async (form) => {
          await saving.mutateAsync({ input: { list, name: nameIn(form), query: queryOf(filter) } });
          showToast('View saved');
          onClose();
        }}
      >
        {(errorAt) => (
          <TextField
            label="Name"
            name="name"
            hint="Keeps the filters and the order of this list."
            required
            maxLength={NAME_MAX}
            autoFocus
            error={errorAt('name')}
          />
        )}
      </RecordForm>
    </Dialog>
  );
}

interface ManageViewsDialogProps {
  readonly path: SavedPath;
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** Renames, overwrites and deletes the views of a list. */
export function ManageViewsDialog({ path, views, onClose }: ManageViewsDialogProps) {
  const [filter] = useFilter(path);
  const updating = useChange('saved_views.update');
  const overwrite = async ({ id, version }: SavedView): Promise<void> => {
    try {
      const input = { savedViewId: id, query: queryOf(filter) };
      await updating.mutateAsync({ input, version: versionAfterOwnChanges(id, version) });
      showToast('View updated');
      onClose();
    } catch (error) {
      showError(describeError(error));
    }
  };
  const [renamedId, setRenamedId] = useState<string>();
  const deleteView = useUndoableDeletion('saved_views.delete');
  return (
    <Dialog title="Manage views" isOpen onClose={onClose}>
      {views.length === 0 && <p className="text-soft">No saved views</p>}
      <ul className="flex flex-col gap-2">
        {views.map((view) => {
          const { id, name, version } = view;
          if (id === renamedId) {
            return (
              <li key={id}>
                <RenameForm view={view} onClose={() => setRenamedId(undefined)} />
              </li>
            );
          }
          return (
            <li key={id} className="flex items-center gap-2">
              <bdi className="min-w-0 grow [overflow-wrap:anywhere]">{name}</bdi>
              <Button
                kind="quiet"
                aria-label={`Update view ${name}`}
                title="Keeps the filters and the order of this list"
                disabled={updating.isPending}
                onClick={() => void overwrite(view)}
              >
                Update view
              </Button>
              <Button kind="quiet" aria-label={`Rename ${name}`} onClick={() => setRenamedId(id)}>
                Rename
              </Button>
              <Button
                kind="quiet"
                aria-label={`Delete ${name}`}
                onClick={() => deleteView({ id, what: `the view ${name}`, input: { savedViewId: id }, version })}
              >
                Delete
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function RenameForm({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const renaming = useChange('saved_views.update');
  return (
    <RecordForm
      action="Rename"
      fields={['name']}
      onCancel={onClose}
      submit={async (form) => {
        const input = { savedViewId: view.id, name: nameIn(form) };
        await renaming.mutateAsync({ input, version: versionAfterOwnChanges(view.id, view.version) });
        onClose();
      }}
    >
      {(errorAt) => (
        <TextField
          label="Name"
          name="name"
          defaultValue={view.name}
          required
          maxLength={NAME_MAX}
          autoFocus
          error={errorAt('name')}
        />
      )}
    </RecordForm>
  );
}

function nameIn(form: FormData): string {
  const typed = form.get('name');
  return typeof typed === 'string' ? typed.trim() : '';
}
