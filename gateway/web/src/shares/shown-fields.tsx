import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from '../ui/button.js';
import type { ControlProps, Field } from '../ui/fields/fields-of.js';
import { useIsLarge } from '../ui/media.js';
import { ScrollRegion } from '../ui/scroll-region.js';
import { TEXT_LINK } from '../ui/text-link.js';
import type { SharedRecord } from './record.js';
import type { ShownGroup } from './shown-groups.js';

// Loaded lazily, because on small screens most links are created without a preview.
const VisitorPreview = lazy(async () => ({ default: (await import('./visitor-preview.js')).VisitorPreview }));

type RecordName = Pick<SharedRecord, 'entityType' | 'entityId'>;

/** The fields that the link shows. In a new one, money, notes and contact data are off at first. */
export function shownFields(record: RecordName, groups: readonly ShownGroup[]): Field<string[]> {
  const all = groups.flatMap(({ fields }) => fields);
  return {
    label: 'Show',
    blank: all.filter(({ byDefault }) => byDefault).map(({ key }) => key),
    read: (form, name) => form.getAll(name).map(String),
    show: (keys) =>
      all
        .filter(({ key }) => keys.includes(key))
        .map(({ label }) => label)
        .join(', '),
    control: (props) => <ShownFields {...props} record={record} groups={groups} />,
  };
}

interface ShownFieldsProps extends ControlProps<string[]> {
  readonly record: RecordName;
  readonly groups: readonly ShownGroup[];
}

const PREVIEW = 'What visitors see';

function ShownFields({ name, label, value, change, record, groups }: ShownFieldsProps) {
  const isLarge = useIsLarge();
  const fields = groups.flatMap((group) => group.fields);
  const turn = (keys: readonly string[], isOn: boolean): void => {
    const isKept = (key: string): boolean => (keys.includes(key) ? isOn : value.includes(key));
    change(fields.map(({ key }) => key).filter(isKept));
  };
  const preview = (
    <Suspense>
      <VisitorPreview record={record} fields={fields.filter(({ key }) => value.includes(key))} />
    </Suspense>
  );
  return (
    <div className="min-w-0 sm:col-span-2 lg:grid lg:grid-cols-2 lg:gap-4">
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium">{label}</legend>
        <div className="flex flex-col gap-3">
          {groups.map((group) => (
            <FieldGroup key={group.name} group={group} name={name} value={value} turn={turn} />
          ))}
        </div>
        {!isLarge && <FoldedPreview>{preview}</FoldedPreview>}
      </fieldset>
      {isLarge && (
        <div className="flex flex-col">
          <p className="mb-1 font-medium">{PREVIEW}</p>
          {/* As high as the fields, and scrolls when it is longer. */}
          <div className="relative grow">
            <ScrollRegion label={PREVIEW} className={`absolute inset-0 overflow-y-auto ${PREVIEW_CLASS}`}>
              {preview}
            </ScrollRegion>
          </div>
        </div>
      )}
    </div>
  );
}

const PREVIEW_CLASS = 'rounded-md border border-line bg-surface p-3';

/** On small screens the preview is below a button, because it would push the other fields out of sight. */
function FoldedPreview({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button className="mt-3" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide preview' : 'Preview what visitors see'}
      </Button>
      {isOpen && (
        <section id={id} aria-label={PREVIEW} className={`mt-2 ${PREVIEW_CLASS}`}>
          {children}
        </section>
      )}
    </>
  );
}

interface FieldGroupProps {
  readonly group: ShownGroup;
  readonly name: string;
  readonly value: readonly string[];
  readonly turn: (keys: readonly string[], isOn: boolean) => void;
}

function FieldGroup({ group, name, value, turn }: FieldGroupProps) {
  const headingId = useId();
  const keys = group.fields.map(({ key }) => key);
  return (
    <div role="group" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
        <span id={headingId} className="font-medium text-soft">
          {group.name}
        </span>
        <span className="flex">
          {[true, false].map((isOn) => (
            <button
              key={String(isOn)}
              type="button"
              className={`min-h-7 px-2 pointer-coarse:min-h-11 ${TEXT_LINK}`}
              onClick={() => turn(keys, isOn)}
            >
              {isOn ? 'All' : 'None'}
              <span className="sr-only"> of {group.name}</span>
            </button>
          ))}
        </span>
      </div>
      <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-4">
        {group.fields.map(({ key, label }) => (
          <label key={key} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name={name}
              value={key}
              checked={value.includes(key)}
              onChange={(event) => turn([key], event.currentTarget.checked)}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
    </div>
  );
}
