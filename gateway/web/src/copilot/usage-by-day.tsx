import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { ScrollRegion } from '../ui/scroll-region.js';
import { SkeletonRows } from '../ui/skeleton.js';

const DAYS = 30;
const COLUMNS = ['Day', 'Free answers', 'With your key', 'Calls of models', 'Tokens sent', 'Tokens answered'];

/** What was asked, day by day. */
export function UsageByDay({ mode }: Pick<Output<'copilot.get_config'>, 'mode'>) {
  const { count, day, time } = useFormats();
  const usage = useOperation('copilot.get_usage', { days: DAYS });
  if (usage.isError) return <PageError error={usage.error} />;
  if (!usage.data) return <SkeletonRows rows={3} rowClass="flex h-8 items-center" />;
  const { free, history } = usage.data;
  return (
    <div className="flex flex-col gap-3">
      {mode === 'free' && (
        <p>
          {free.unlimited
            ? `${count(free.used)} answers today, without a limit.`
            : `${count(free.remaining ?? 0)} of ${count(free.limit)} free answers left until ${time(free.resetAt)}.`}
        </p>
      )}
      {history.length === 0 ? (
        <EmptyState>Nothing was asked in the last {DAYS} days.</EmptyState>
      ) : (
        <ScrollRegion label="Use by day" className="max-h-96 overflow-auto">
          <table className="text-right tabular-nums">
            <thead>
              <tr className="border-b border-line text-[13px] text-soft">
                {COLUMNS.map((name, place) => (
                  <th key={name} scope="col" className={`py-1 pr-6 font-medium ${place === 0 ? 'text-left' : ''}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {history.toReversed().map((used) => (
                <tr key={used.day} className="border-b border-line last:border-b-0">
                  <th scope="row" className="py-1 pr-6 text-left font-normal whitespace-nowrap">
                    {day(used.day)}
                  </th>
                  {countsOf(used).map((value, place) => (
                    <td key={place} className="py-1 pr-6">
                      {count(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  );
}

/** In the order of the columns. */
function countsOf(used: Output<'copilot.get_usage'>['history'][number]): number[] {
  return [used.freeTurns, used.byokTurns, used.modelCalls, used.promptTokens, used.completionTokens];
}
