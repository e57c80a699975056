import type { ReactNode } from 'react';

interface DecisionButtonsProps {
  /** The effect of the decision, on the left. */
  readonly hint?: ReactNode;
  /** The buttons, of which the last one agrees. */
  readonly children: ReactNode;
}

/** The buttons below a question, all of one width, at the right edge; on phones they share the line. */
export function DecisionButtons({ hint, children }: DecisionButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {hint !== undefined && <p className="min-w-0 grow basis-60 text-soft">{hint}</p>}
      <div className="ml-auto flex gap-2 *:min-w-24 max-sm:w-full max-sm:*:grow">{children}</div>
    </div>
  );
}
