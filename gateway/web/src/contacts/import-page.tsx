import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button, buttonClass } from '../ui/button.js';
import { FileDrop } from '../ui/fields/file-drop.js';
import { Notice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { TEXT_LINK } from '../ui/text-link.js';
import type { AddressBook } from './address-books.js';
import { type ImportFile, type ImportInput, type Mapping, readImportFile } from './import-file.js';
import { ImportPreview } from './import-preview.js';
import { ImportQuestions } from './import-questions.js';

type Imported = Output<'contacts.import'>;

/** Imports contacts from a file, after a preview. */
export function ImportPageOf({ book }: { readonly book: AddressBook }) {
  const [file, setFile] = useState<ImportFile>();
  const [problem, setProblem] = useState<string>();
  const [imported, setImported] = useState<Imported>();
  const restart = (): void => {
    setFile(undefined);
    setImported(undefined);
  };
  const take = async (chosen: File): Promise<void> => {
    setProblem(undefined);
    try {
      setFile(await readImportFile(chosen));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Couldn't read the file.");
    }
  };
  return (
    <Page width="list">
      <p className="mb-2">
        <Link to={book.path} className={TEXT_LINK}>
          {book.title}
        </Link>
      </p>
      <PageHead title={`Import ${book.family}`} about={file && <bdi>{file.name}</bdi>} />
      <div className="flex flex-col gap-4">
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        {!file && (
          <FileDrop
            label="Drop a CSV or vCard file here"
            accept=".csv,.tsv,.txt,.vcf,.vcard,text/csv,text/vcard"
            hint={`You'll see a preview first. Rows of ${book.family} you already have only get missing values filled in; nothing is overwritten.`}
            onFile={(chosen) => void take(chosen)}
          />
        )}
        {imported && <Done book={book} summary={imported.summary} onRestart={restart} />}
        {file && !imported && (
          <FileStep key={file.id} book={book} file={file} onImported={setImported} onOther={restart} />
        )}
      </div>
    </Page>
  );
}

interface FileStepProps {
  readonly book: AddressBook;
  readonly file: ImportFile;
  readonly onImported: (imported: Imported) => void;
  readonly onOther: () => void;
}

function FileStep({ book, file, onImported, onOther }: FileStepProps) {
  const formats = useFormats();
  const [mapping, setMapping] = useState<Mapping>({});
  const [decimalSign, setDecimalSign] = useState<ImportInput['decimalSign']>();
  const { format, contentBase64 } = file;
  const input = { format, contentBase64, mapping, ...(decimalSign && { decimalSign }) };
  const preview = useQuery({
    queryKey: [`${book.family}.import`, 'preview', file.id, mapping, decimalSign],
    queryFn: ({ signal }) => call(`${book.family}.import`, { ...input, preview: true }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const change = useChange(`${book.family}.import`);
  const planned = preview.data;
  const count = planned ? planned.summary.toCreate + planned.summary.toUpdate : 0;
  return (
    <>
      {planned && (
        <ImportQuestions
          columns={planned.columns}
          mapping={mapping}
          onMapping={setMapping}
          decimalSign={decimalSign ?? planned.decimalSign ?? undefined}
          onDecimalSign={setDecimalSign}
        />
      )}
      {preview.isError && <Notice tone="bad">{describeError(preview.error)}</Notice>}
      {change.isError && <Notice tone="bad">{describeError(change.error)}</Notice>}
      {preview.isPending && <SkeletonRows rows={6} rowClass="flex h-10 items-center" />}
      {planned && <ImportPreview planned={planned} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={count === 0 || preview.isFetching || change.isPending}
          onClick={() => change.mutate({ input }, { onSuccess: onImported })}
        >
          {change.isPending ? 'Importing…' : importLabel(formats.count(count), count)}
        </Button>
        <Button onClick={onOther}>Choose another file</Button>
      </div>
    </>
  );
}

function importLabel(shown: string, count: number): string {
  if (count === 0) return 'Nothing to import';
  return count === 1 ? 'Import 1 record' : `Import ${shown} records`;
}

interface DoneProps {
  readonly book: AddressBook;
  readonly summary: Imported['summary'];
  readonly onRestart: () => void;
}

function Done({ book, summary: { toCreate, toUpdate, duplicates, invalid }, onRestart }: DoneProps) {
  const { count } = useFormats();
  return (
    <>
      <Notice tone="good">
        Added {count(toCreate)}, filled in {count(toUpdate)}. Already there: {count(duplicates)}. Skipped:{' '}
        {count(invalid)}.
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Link to={book.path} className={buttonClass('primary')}>
          Show {book.family}
        </Link>
        <Button onClick={onRestart}>Import another file</Button>
      </div>
    </>
  );
}
