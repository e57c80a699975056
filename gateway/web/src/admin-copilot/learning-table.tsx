import { useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { PlainTable } from '../ui/tables/plain-table.js';

/** Numbers about what the copilot learns from users who consented to it. */
export function LearningTable() {
  const { count } = useFormats();
  const learning = useOperation('admin.copilot.get_learning', {});
  if (learning.isError) return <PageError error={learning.error} />;
  if (!learning.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  const { usersWithConsent, stages, acceptanceRate, medianDaysToGraduation, memories } = learning.data;
  const rows: readonly (readonly [name: string, value: string])[] = [
    ['Users who agreed', count(usersWithConsent)],
    ['Noted', count(stages.observed)],
    ['Ready to ask', count(stages.eligible)],
    ['Waiting for an answer', count(stages.proposed)],
    ['Remembered', count(stages.graduated)],
    ['Dismissed', count(stages.rejected)],
    ['Expired', count(stages.expired)],
    ['Acceptance rate', acceptanceRate === null ? 'none yet' : `${count(Math.round(acceptanceRate * 100))} %`],
    [
      'Median days until remembered',
      medianDaysToGraduation === null ? 'none yet' : count(Math.round(medianDaysToGraduation)),
    ],
    ['Memories in use', count(memories.active)],
    ['Memories archived', count(memories.archived)],
  ];
  return (
    <div className="max-w-md">
      <PlainTable
        label="Learning"
        rows={rows}
        keyOf={([name]) => name}
        columns={[
          { title: 'Learning', cell: ([name]) => name },
          { title: 'Number', cell: ([, value]) => value },
        ]}
      />
    </div>
  );
}
