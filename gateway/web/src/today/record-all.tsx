import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import type { TypedViewCounts } from '../record-views/typed-view-counts.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { useIsTouch } from '../ui/media.js';
import type { DueView } from './due-rows.js';

/** From this many on, one action is shorter than Enter in each field. Number pads have no Enter. */
const SHOWN_FROM = 2;
const SHOWN_FROM_ON_TOUCH = 1;

interface RecordAllProps {
  readonly items: readonly DueView[];
  readonly typedViewCounts: TypedViewCounts;
  readonly onRecord: () => void;
}

/** Records all typed counts, such as pasted ones; stays in view below the list. */
export const RecordAll = memo(function RecordAll({ items, typedViewCounts, onRecord }: RecordAllProps) {
  const { count } = useFormats();
  const isTouch = useIsTouch();
  const typed = useTyped(typedViewCounts);
  const listed = useMemo(() => new Set(items.map(({ videoId }) => videoId)), [items]);
  const waiting = [...typed].filter((videoId) => listed.has(videoId)).length;
  if (waiting < (isTouch ? SHOWN_FROM_ON_TOUCH : SHOWN_FROM)) return null;
  return (
    <div className="sticky bottom-17 z-20 mx-3 my-2 flex sm:mx-auto w-fit rounded-md bg-raised shadow-pop md:bottom-3">
      <Button kind="primary" onClick={onRecord} title="Press Ctrl Enter">
        {waiting === 1 ? 'Record' : `Record all ${count(waiting)}`}
      </Button>
    </div>
  );
});

/** Videos with typed counts. Updates after the row and any typing. */
function useTyped(typedViewCounts: TypedViewCounts): ReadonlySet<string> {
  const [typed, setTyped] = useState(typedViewCounts.typed);
  useEffect(() => {
    const follow = (): void => startTransition(() => setTyped(typedViewCounts.typed()));
    follow();
    return typedViewCounts.subscribe('typed', follow);
  }, [typedViewCounts]);
  return typed;
}
