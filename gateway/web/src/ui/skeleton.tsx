import { useEffect, useState } from 'react';

const DELAY_MS = 150;

/** Placeholders of loading rows, with a short delay so that fast responses show none. */
export function SkeletonRows({ rows, rowClass }: { readonly rows: number; readonly rowClass: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="group" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_each, index) => (
        <div key={index} className={rowClass}>
          {isShown && <div className="h-3.5 w-2/3 rounded bg-sunken" />}
        </div>
      ))}
    </div>
  );
}
