import { Link } from '@tanstack/react-router';
import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { PlainTable } from '../ui/tables/plain-table.js';
import { TEXT_LINK } from '../ui/text-link.js';

const SOURCES: Readonly<Record<Output<'admin.copilot.get_overview'>['freeCap']['source'], string>> = {
  database: 'set by an administrator',
  env: "from the server's configuration",
  default: 'the default',
};

/** Usage of the last week, the current state of the models, and the current limit. */
export function Overview() {
  const { count, shortDay } = useFormats();
  const today = useToday();
  const overview = useOperation('admin.copilot.get_overview', {});
  if (overview.isError) return <PageError error={overview.error} />;
  if (!overview.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  const { usage, rotation, freeCap } = overview.data;
  const { availableModels, coolingModels, coolingLanes } = rotation;
  return (
    <div className="flex flex-col gap-6">
      <ul className="flex flex-col gap-1">
        <li>
          {freeCap.limit === 0 ? 'No limit on free turns' : `${count(freeCap.limit)} free turns per user per day`} (
          {SOURCES[freeCap.source]}).{' '}
          <Link to="/admin" search={{ tab: 'system' }} className={TEXT_LINK}>
            Change the limit
          </Link>
        </li>
        <li>
          {availableModels === 1 ? '1 model' : `${count(availableModels)} models`} available
          {coolingModels > 0 && ` · ${count(coolingModels)} paused after a fault`}
          {coolingLanes > 0 &&
            ` · ${coolingLanes === 1 ? '1 provider account' : `${count(coolingLanes)} provider accounts`} paused`}
        </li>
      </ul>
      <PlainTable
        label="Usage of the last seven days"
        rows={usage.last7Days}
        keyOf={(row) => row.day}
        columns={[
          { title: 'Day', cell: (row) => shortDay(row.day, today) },
          { title: 'Users', cell: ({ users }) => count(users) },
          { title: 'Free turns', cell: ({ freeTurns }) => count(freeTurns) },
          { title: 'Own-key turns', cell: ({ byokTurns }) => count(byokTurns) },
          { title: 'Failovers', cell: ({ failovers }) => count(failovers) },
        ]}
      />
    </div>
  );
}
