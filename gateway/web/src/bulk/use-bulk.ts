import { describeError } from '../api/api-error.js';
import type { Input } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import type { BulkName } from '../shell/undoable-deletion.js';
import type { Selection } from '../ui/tables/selection.js';
import { showError, showToast } from '../ui/toasts.js';
import { describeResults, failedIds } from './describe-results.js';

export interface Bulk<Name extends BulkName> {
  /** Changes every selected record, and shows the outcome. Throws when all are refused. */
  readonly change: (action: Input<Name>['action']) => Promise<void>;
  /** Like `change`, for actions without a form: it also shows a refusal. */
  readonly tryTo: (action: Input<Name>['action']) => void;
}

/** Changes many records at once. They stay selected for the next action; if some failed, only those do. */
export function useBulk<Name extends BulkName>(name: Name, ids: readonly string[], selection: Selection): Bulk<Name> {
  const { count } = useFormats();
  const changing = useChange(name);
  const change = async (action: Input<Name>['action']): Promise<void> => {
    const { results } = await changing.mutateAsync({ input: { ids, action } as unknown as Input<Name> });
    const failed = failedIds(results);
    if (failed.length > 0) selection.choose(failed);
    const outcome = describeResults(results, 'changed', count);
    if (failed.length > 0) showError(outcome);
    else showToast(outcome);
  };
  const tryTo = (action: Input<Name>['action']): void => {
    change(action).catch((error: unknown) => showError(describeError(error)));
  };
  return { change, tryTo };
}
