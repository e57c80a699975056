import { useCallback, useMemo, useState } from 'react';

/** Rows of a list that somebody has chosen. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
}

/** A choice of at most `max` rows. */
export function useSelection(max: number): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id) && after.size < max) after.add(id);
        return after;
      }),
    [max],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return useMemo(() => ({ ids, toggle, clear }), [ids, toggle, clear]);
}
