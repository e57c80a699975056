import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { type Dispatch, Fragment, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useKept } from '../kept/draft.js';
import { useFormats, useSignedIn } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { EmptyState } from '../ui/empty-state.js';
import { useDroppedFile, usePastedFile } from '../ui/fields/dropped-file.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { saveFile } from '../ui/save-file.js';
import { IntakeNotices } from './intake-notices.js';
import { RecordPanel } from './record-panel.js';
import { RequestForm } from './request-form.js';
import { RowList } from './row-list.js';
import { useIntake } from './use-intake.js';
import { useJudged } from './use-judged.js';
import { useRecording } from './use-recording.js';
import { useScreenshots } from './use-screenshots.js';
import { NO_WORK, type Work } from './work.js';
import { AS_DRAFT, isEmpty, writeWorkFile } from './work-file.js';

/** The user checks candidates, looks and listens for the promotion, and records what is proven. */
export function EvidencePage() {
  const { user } = useSignedIn();
  const [work, setWork] = useKept(`evidence.${user.id}`, AS_DRAFT);
  /** Ignores results for work that has been cleared since the request. */
  const [turn, setTurn] = useState(0);
  const empty = (): void => {
    setWork(NO_WORK);
    setTurn(turn + 1);
  };
  return <EvidenceWork key={turn} work={work} setWork={setWork} onEmpty={empty} />;
}

interface EvidenceWorkProps {
  readonly work: Work;
  readonly setWork: Dispatch<SetStateAction<Work>>;
  readonly onEmpty: () => void;
}

function EvidenceWork({ work, setWork, onEmpty }: EvidenceWorkProps) {
  const [isAdding, setAdding] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const intake = useIntake(work, setWork);
  const judged = useJudged(work);
  const screenshots = useScreenshots(work, setWork);
  const recording = useRecording(work, setWork);
  useDueFromLink(intake.takeDue);

  /** Treats an image as a screenshot of the open row, and anything else as a file of candidates. */
  const takeFile = (file: File): void => {
    const row = work.rows.find(({ candidateId }) => candidateId === openId);
    if (row && file.type.startsWith('image/')) void screenshots.attach(row, file);
    else void intake.takeFile(file).then((isTaken) => isTaken && setAdding(false));
  };
  const { isOver, target } = useDroppedFile(takeFile);
  usePastedFile(takeFile);
  const hasRows = work.rows.length > 0;

  return (
    <Page width="list">
      <div className={classNames(isOver && 'outline-2 outline-accent')} {...target}>
        <PageHead
          title="Evidence"
          about={
            hasRows && !isAdding ? (
              <SearchLine work={work} />
            ) : (
              'Find where each video mentions the sponsor, and record its views.'
            )
          }
          actions={<WorkActions work={work} isAdding={isAdding} onAdd={() => setAdding(!isAdding)} onEmpty={onEmpty} />}
        />
        <div className="flex flex-col gap-6">
          {(!hasRows || isAdding) && (
            <RequestForm
              work={work}
              setWork={setWork}
              intake={intake}
              onFile={takeFile}
              onTaken={() => setAdding(false)}
            />
          )}
          <IntakeNotices intake={intake} />
          {(hasRows || recording.viewCounts.length > 0) && (
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
              {hasRows ? (
                <RowList
                  work={work}
                  setWork={setWork}
                  judged={judged}
                  screenshots={screenshots}
                  recording={recording}
                  openId={openId}
                  onOpen={setOpenId}
                />
              ) : (
                <EmptyState>Every video on this page is recorded.</EmptyState>
              )}
              <RecordPanel judged={judged} recording={recording} />
            </div>
          )}
        </div>
      </div>
    </Page>
  );
}

/** Today links here to check what is due. Runs once, or every visit would add the same videos again. */
function useDueFromLink(takeDue: () => Promise<unknown>): void {
  const { from } = useSearch({ from: '/app/evidence' });
  const navigate = useNavigate();
  const isTaken = useRef(false);
  useEffect(() => {
    if (from !== 'due' || isTaken.current) return;
    isTaken.current = true;
    void takeDue().then(() => navigate({ to: '/evidence', search: {}, replace: true }));
  }, [from, takeDue, navigate]);
}

/** The search, in one line. */
function SearchLine({ work: { asked, acceptsOtherDays } }: { readonly work: Work }) {
  const { day } = useFormats();
  const { date, dateTo, codes, words, account } = asked;
  const days = [date, dateTo].filter((each) => each !== '').map(day);
  const parts = [days.join(' to '), codes, words, account, acceptsOtherDays ? 'other days, too' : ''];
  const filled = parts.filter((part) => part !== '');
  if (filled.length === 0) return null;
  return (
    <>
      Looking for{' '}
      {filled.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' · '}
          <bdi className="text-ink">{part}</bdi>
        </Fragment>
      ))}
    </>
  );
}

interface WorkActionsProps {
  readonly work: Work;
  readonly isAdding: boolean;
  readonly onAdd: () => void;
  readonly onEmpty: () => void;
}

function WorkActions({ work, isAdding, onAdd, onEmpty }: WorkActionsProps) {
  const [isAsking, setAsking] = useState(false);
  if (isEmpty(work)) return null;
  const count = work.rows.length;
  const save = (): void => {
    const name = `evidence-${work.asked.date || new Date().toISOString().slice(0, 10)}.json`;
    saveFile(name, 'application/json', writeWorkFile(work, new Date()));
  };
  return (
    <>
      {count > 0 && (
        <Button aria-expanded={isAdding} onClick={onAdd}>
          <Plus size={15} aria-hidden /> Edit search, add videos
        </Button>
      )}
      <Button onClick={save}>
        <Download size={15} aria-hidden /> Save
      </Button>
      <Button onClick={() => setAsking(true)}>Clear page…</Button>
      {isAsking && (
        <ConfirmDialog
          title="Clear page?"
          action="Clear page"
          onClose={() => setAsking(false)}
          run={async () => onEmpty()}
        >
          {count === 1 ? 'One video is' : `${count} videos are`} removed from this page with everything you found in
          them. What you recorded stays. Save first to keep a file you can load here again.
        </ConfirmDialog>
      )}
    </>
  );
}
