import { CalendarClock } from 'lucide-react';
import { type Dispatch, type FormEvent, type SetStateAction, useMemo, useState } from 'react';
import { Button } from '../ui/button.js';
import { useDebounced } from '../ui/debounced.js';
import { DateField } from '../ui/fields/date-field.js';
import { TextArea, TextField } from '../ui/fields/field.js';
import { FileDrop } from '../ui/fields/file-drop.js';
import { Notice } from '../ui/notice.js';
import { useEvidence } from './ask-evidence.js';
import { type Asked, requestOf } from './asked.js';
import { PlannedPages } from './planned-pages.js';
import type { Intake } from './use-intake.js';
import type { Work } from './work.js';

const TYPING_MS = 350;

interface RequestFormProps {
  readonly work: Work;
  readonly setWork: Dispatch<SetStateAction<Work>>;
  readonly intake: Intake;
  readonly onFile: (file: File) => void;
  readonly onTaken: () => void;
}

/** The search, and the ways to add videos: pasted links, due checks, or a file. */
export function RequestForm({ work, setWork, intake, onFile, onTaken }: RequestFormProps) {
  const [links, setLinks] = useState('');
  const takeDue = async (): Promise<void> => {
    if (await intake.takeDue()) onTaken();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await intake.takeLinks(links))) return;
    setLinks('');
    onTaken();
  };
  return (
    <section aria-label="Search" className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <AskedFields asked={work.asked} onAsked={(asked) => setWork((now) => ({ ...now, asked }))} />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={work.acceptsOtherDays}
            onChange={({ currentTarget: { checked } }) => setWork((now) => ({ ...now, acceptsOtherDays: checked }))}
            className="size-4 accent-(--accent) pointer-coarse:size-6"
          />
          Accept videos from other days
        </label>
        <TextArea
          label="Video links"
          rows={4}
          spellCheck={false}
          placeholder="https://www.tiktok.com/@name/video/…"
          value={links}
          onChange={(event) => setLinks(event.currentTarget.value)}
        />
        <div>
          <Button kind="primary" type="submit" disabled={links.trim() === '' || intake.isBusy}>
            Add these links
          </Button>
        </div>
        <Plan asked={work.asked} />
      </form>
      <div className="flex flex-col gap-4">
        <Button disabled={intake.isBusy} onClick={() => void takeDue()}>
          <CalendarClock size={15} aria-hidden /> From due checks
        </Button>
        <details>
          <summary className="w-fit cursor-pointer py-1 text-soft hover:text-ink pointer-coarse:py-3">
            More options
          </summary>
          <div className="mt-2">
            <FileDrop
              label="Drop a saved file here"
              accept=".json,application/json"
              hint="The file of Save on this page, or a list of videos that another program found."
              onFile={onFile}
            />
          </div>
        </details>
      </div>
    </section>
  );
}

function AskedFields({ asked, onAsked }: { readonly asked: Asked; readonly onAsked: (asked: Asked) => void }) {
  const field = (name: Exclude<keyof Asked, 'brand' | 'date' | 'dateTo'>) => ({
    value: asked[name],
    onChange: (event: FormEvent<HTMLInputElement>) => onAsked({ ...asked, [name]: event.currentTarget.value }),
  });
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <DateField label="Posted on" value={asked.date} onChange={(date) => onAsked({ ...asked, date })} />
      <DateField label="Until (optional)" value={asked.dateTo} onChange={(dateTo) => onAsked({ ...asked, dateTo })} />
      <TextField label="Promo code" maxLength={300} placeholder="SAVE20" spellCheck={false} {...field('codes')} />
      <TextField label="Keywords" maxLength={200} placeholder="brand, product or title" {...field('words')} />
      <TextField
        label="Account"
        className="sm:col-span-2"
        maxLength={2_000}
        placeholder="tiktok:@name, or the address of its page"
        spellCheck={false}
        {...field('account')}
      />
    </div>
  );
}

/** What the search still lacks, as a question; else where to look. */
function Plan({ asked }: { readonly asked: Asked }) {
  const settled = useDebounced(asked, TYPING_MS);
  const input = useMemo(() => requestOf(settled), [settled]);
  const { data } = useEvidence('plan_video_search', input);
  if (!data) return null;
  const { operatorQuestion } = data.requestReadiness;
  if (operatorQuestion !== null) return <Notice>{operatorQuestion}</Notice>;
  return <PlannedPages targets={data.browserSearchTargets} />;
}
