import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { type Step, type Steps, useSteps } from './use-steps.js';

export interface FirstStepsProps {
  /** Whether this user has counts today, including those that the lists do not have yet. */
  readonly hasCountsToday: boolean;
  /** Message that nothing is due, if so; until there are deals, the first step has it instead. */
  readonly nothingDue: ReactNode;
}

/** The steps from nothing to the first report, until done or hidden. */
export function FirstSteps({ hasCountsToday, nothingDue }: FirstStepsProps) {
  const shown = useSteps(hasCountsToday);
  if (shown === undefined) return null;
  if (shown === null) return nothingDue;
  const isFirst = shown.steps.every(({ isDone }) => !isDone);
  return (
    <>
      {!isFirst && nothingDue}
      <Checklist {...shown} isFirst={isFirst} isNothingDue={Boolean(nothingDue)} />
    </>
  );
}

interface ChecklistProps extends Steps {
  readonly isFirst: boolean;
  readonly isNothingDue: boolean;
}

function Checklist({ steps, trySample, hide, isFirst, isNothingDue }: ChecklistProps) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="first-steps" className="relative mt-4 rounded-md border border-line bg-surface p-4">
      <h2 id="first-steps" className="font-semibold">
        First steps
      </h2>
      <Button kind="quiet" className="absolute top-2 right-2 px-1.5" aria-label="Hide first steps" onClick={hide}>
        <X size={16} aria-hidden />
      </Button>
      {isFirst && (
        <p className="mt-1 text-soft">
          {isNothingDue && 'Nothing due yet. '}Import the videos you posted and we'll remind you when to count them.
        </p>
      )}
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, index) => (
          <StepLine key={step.title} step={step} number={index + 1} isNext={index === next} />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        {next === 0 && (
          <Link to="/import" className={buttonClass('primary')}>
            Import links
          </Link>
        )}
        {trySample && <Button onClick={trySample}>Try with sample links</Button>}
        {next === 3 && (
          <>
            <Link to="/teams" className={buttonClass()}>
              Create team
            </Link>
            <Link to="/agents" className={buttonClass()}>
              Connect agent
            </Link>
          </>
        )}
      </div>
    </section>
  );
}

interface StepLineProps {
  readonly step: Step;
  readonly number: number;
  readonly isNext: boolean;
}

function StepLine({ step: { title, about, isDone }, number, isNext }: StepLineProps) {
  return (
    <li className="flex gap-3" aria-current={isNext ? 'step' : undefined}>
      <span
        className={classNames(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-[13px] tabular-nums',
          isDone ? 'bg-accent-soft text-accent-strong' : 'border border-line-strong text-soft',
        )}
      >
        {isDone ? <Check size={14} aria-label="Done" /> : number}
      </span>
      <div>
        <p className={isDone ? 'text-soft' : 'font-medium'}>{title}</p>
        {!isDone && <p className="text-soft">{about}</p>}
      </div>
    </li>
  );
}
