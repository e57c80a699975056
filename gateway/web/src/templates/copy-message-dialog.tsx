import { Copy } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { isUnreadable, useOperation } from '../api/queries.js';
import { DealChoice } from '../records/record-choice.js';
import { useToday } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { copyText } from '../ui/copy-text.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { CopyField } from '../ui/fields/copy-field.js';
import { ChoiceField, TextArea } from '../ui/fields/field.js';
import type { Choice } from '../ui/fields/search-choice.js';
import { Notice } from '../ui/notice.js';
import { showError, showToast } from '../ui/toasts.js';
import { describeReport, problemsOf } from '../views/copy-report.js';
import { hasViews } from './views-placeholder.js';

type Days = 'today' | 'all';

const DAYS = [
  ['today', 'Today'],
  ['all', 'All days'],
] as const satisfies readonly (readonly [Days, string])[];

interface CopyMessageDialogProps {
  readonly template: Item<'templates.message.list'>;
  readonly onClose: () => void;
}

/** Fills a message for a deal, shows it with its problems, and copies it as the user edits it. */
export function CopyMessageDialog({ template, onClose }: CopyMessageDialogProps) {
  const [deal, setDeal] = useState<Choice | null>(null);
  const [days, setDays] = useState<Days>('today');
  return (
    <Dialog title={`Copy “${template.name}”`} isOpen isWide onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-4">
          <DealChoice label="Deal" className="min-w-48 grow" autoFocus chosen={deal} onChoose={setDeal} />
          {hasViews(template) && (
            <ChoiceField
              label="View counts"
              className="w-40"
              value={days}
              choices={DAYS}
              onChange={(value) => setDays(value === 'all' ? 'all' : 'today')}
            />
          )}
        </div>
        <FilledMessage
          key={`${deal?.id} ${days}`}
          template={template}
          dealId={deal?.id}
          days={days}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

interface FilledMessageProps extends CopyMessageDialogProps {
  /** Undefined until a deal is selected. */
  readonly dealId: string | undefined;
  readonly days: Days;
}

function FilledMessage({ template, dealId, days, onClose }: FilledMessageProps) {
  const today = useToday();
  const range = days === 'today' ? { from: today, to: today } : {};
  const filled = useOperation(
    'deals.report',
    { dealId: dealId ?? '', templateId: template.id, ...range },
    { enabled: dealId !== undefined },
  );
  const { data: report, error } = filled;
  const [edited, setEdited] = useState<string>();
  const text = edited ?? report?.text ?? '';
  const problems = report ? problemsOf(report) : [];
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return showError("Couldn't copy. Select the text and copy it.");
    showToast('Message copied');
    onClose();
  };
  const isWithViews = hasViews(template);
  return (
    <>
      {isUnreadable(filled) && <Notice tone="bad">{describeError(error)}</Notice>}
      {problems.length > 0 && (
        <Notice tone="warn">
          {problems.map((problem) => (
            <p key={problem} className="[overflow-wrap:anywhere]">
              {problem}
            </p>
          ))}
        </Notice>
      )}
      {report && isWithViews && report.rows.length === 0 && <Notice tone="warn">No view counts on these days.</Notice>}
      {report && isWithViews && (report.rows.length < report.total || report.degraded) && (
        <Notice tone="warn">{`${describeReport(report)}.`}</Notice>
      )}
      {template.subject !== null && <CopyField label="Subject" text={template.subject} isSecondary />}
      <TextArea
        label="Message"
        rows={10}
        readOnly={!report}
        placeholder="Choose a deal first"
        value={text}
        onChange={(event) => setEdited(event.currentTarget.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={!report} onClick={() => void copy()}>
          <Copy size={15} aria-hidden /> Copy message
        </Button>
      </div>
    </>
  );
}
