import { useCallback, useMemo, useState } from 'react';

/** The selected rows of a list. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Maximum selected rows. */
  readonly max: number;
  readonly toggle: (id: string) => void;
  /** Selects exactly these rows. */
  readonly choose: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** A selection of at most `max` rows. */
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
  const choose = useCallback((chosen: readonly string[]) => setIds(new Set(chosen.slice(0, max))), [max]);
  const clear = useCallback(() => setIds(new Set()), []);
  return useMemo(() => ({ ids, max, toggle, choose, clear }), [ids, max, toggle, choose, clear]);
}
