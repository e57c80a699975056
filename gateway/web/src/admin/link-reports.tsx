import { useFilter } from '../address/use-filter.js';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange, useList } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { Chip, ToggleChip, type Tone } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { ShortTime } from '../ui/short-time.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { showError, showToast } from '../ui/toasts.js';
import { REPORT_STATUSES, type ReportStatus } from './admin-tabs.js';
import { LinkSwitch } from './link-switch.js';

type Report = Item<'admin.list_short_link_reports'>;

const STATUS_NAMES: Readonly<Record<ReportStatus, string>> = {
  open: 'Open',
  flagged: 'Flagged',
  dismissed: 'Dismissed',
};

const TONES: Readonly<Record<ReportStatus, Tone>> = { open: 'warn', flagged: 'bad', dismissed: 'plain' };

/** Reports about short links, for administrators to decide. */
export function LinkReports() {
  const [{ reports: status = 'open' }, setFilter] = useFilter('/admin');
  const reports = useList('admin.list_short_link_reports', { status });
  return (
    <>
      <LinkSwitch />
      <div role="group" aria-label="Filter" className="mb-3 flex flex-wrap gap-1.5">
        {REPORT_STATUSES.map((each) => (
          <ToggleChip key={each} isOn={each === status} onToggle={() => setFilter({ reports: each })}>
            {STATUS_NAMES[each]}
          </ToggleChip>
        ))}
      </div>
      {reports.isError && <PageError error={reports.error} />}
      {reports.isPending && <SkeletonRows rows={4} rowClass="flex h-20 items-center border-b border-line" />}
      {reports.total === 0 && (
        <EmptyState>
          {status === 'open'
            ? 'No open reports about short links.'
            : `No ${STATUS_NAMES[status].toLowerCase()} reports.`}
        </EmptyState>
      )}
      <ul className="flex flex-col gap-3">
        {reports.items.map((report) => (
          <ReportCard key={report.id} report={report} />
        ))}
      </ul>
      <More of={reports} />
    </>
  );
}

function ReportCard({ report }: { readonly report: Report }) {
  const deciding = useChange('admin.decide_short_link_report');
  const switching = useChange('admin.switch_short_link');
  const { id: reportId, version, shortId, linkDisabled, targetUrl, reason, status, createdAt, decidedAt } = report;
  const isPhoto = targetUrl === null;
  const flagged = isPhoto ? 'Photo taken down' : 'Links to that page now warn first';
  const decide = (decision: 'flag' | 'dismiss'): void =>
    deciding.mutate(
      { input: { reportId, decision }, version: versionAfterOwnChanges(reportId, version) },
      {
        onSuccess: () => showToast(decision === 'flag' ? flagged : 'Report dismissed'),
        onError: (error) => showError(describeError(error)),
      },
    );
  const switchTo = (disabled: boolean): void =>
    switching.mutate(
      { input: { shortId, disabled } },
      {
        onSuccess: () => showToast(disabled ? 'Link disabled' : 'Link enabled'),
        onError: (error) => showError(describeError(error)),
      },
    );
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <bdi className="font-medium [overflow-wrap:anywhere]">{shortId}</bdi>
        <Chip tone={TONES[status]}>{STATUS_NAMES[status]}</Chip>
        {linkDisabled && <Chip tone="bad">Link disabled</Chip>}
        <span className="text-soft">
          reported <ShortTime at={createdAt} />
          {decidedAt !== null && (
            <>
              , decided <ShortTime at={decidedAt} />
            </>
          )}
        </span>
      </p>
      {targetUrl !== null && (
        <p className="mt-1 [overflow-wrap:anywhere] text-soft">
          Destination <bdi>{targetUrl}</bdi>
        </p>
      )}
      <p className="mt-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <bdi>{reason}</bdi>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {status !== 'flagged' && (
          <Button kind="danger" disabled={deciding.isPending} onClick={() => decide('flag')}>
            {isPhoto ? 'Take photo down' : 'Warn before opening'}
            <span className="sr-only">: {shortId}</span>
          </Button>
        )}
        {status !== 'dismissed' && (
          <Button disabled={deciding.isPending} onClick={() => decide('dismiss')}>
            Dismiss<span className="sr-only"> the report about {shortId}</span>
          </Button>
        )}
        <Button disabled={switching.isPending} onClick={() => switchTo(!linkDisabled)}>
          {linkDisabled ? 'Enable link' : 'Disable link'}
          <span className="sr-only">: {shortId}</span>
        </Button>
      </div>
    </li>
  );
}
