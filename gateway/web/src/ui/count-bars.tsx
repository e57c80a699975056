import { useFormats } from '../shell/account.js';

interface CountBarsProps {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly count: number }[];
}

/** Rows shown before the rest is requested. */
const ROWS_SHOWN = 8;

/** Counts by name, the largest first, each as a number and as a bar. */
export function CountBars({ title, rows }: CountBarsProps) {
  const rest = rows.slice(ROWS_SHOWN);
  const max = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line bg-surface px-4 py-3">
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {rows.length === 0 && <p className="text-soft">–</p>}
      <Bars rows={rows.slice(0, ROWS_SHOWN)} max={max} />
      {rest.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-soft hover:text-ink pointer-coarse:py-3">
            {rest.length} more
          </summary>
          <Bars rows={rest} max={max} />
        </details>
      )}
    </section>
  );
}

function Bars({ rows, max }: { readonly rows: CountBarsProps['rows']; readonly max: number }) {
  const formats = useFormats();
  return (
    <ul>
      {rows.map(({ name, count }) => (
        <li key={name} className="py-1">
          <div className="flex justify-between gap-3">
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
            <span className="tabular-nums">{formats.count(count)}</span>
          </div>
          <div aria-hidden className="h-1 rounded-full bg-accent" style={{ width: `${(count / max) * 100}%` }} />
        </li>
      ))}
    </ul>
  );
}
