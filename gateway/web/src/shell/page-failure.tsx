import { useEffect } from 'react';
import { isMissingChunk, reloadWhenBack } from '../loading/missing-chunks.js';
import { Button } from '../ui/button.js';

/** Replaces a page that failed to render. */
export function PageFailure({ error }: { readonly error: unknown }) {
  const isMissing = isMissingChunk(error);
  useEffect(() => (isMissing ? reloadWhenBack() : undefined), [isMissing]);
  return (
    <div role="alert" className="flex flex-col items-start gap-3 px-4 py-10">
      <h1 className="text-2xl font-semibold">{isMissing ? "Couldn't load this page" : 'Something went wrong'}</h1>
      <p className="text-soft">
        {isMissing
          ? "The server can't be reached or was just upgraded. The page reloads as soon as it answers. Counts you typed are kept."
          : "This page can't be shown. Your data is safe, and counts you typed are kept."}
      </p>
      <Button onClick={() => location.reload()}>Retry</Button>
    </div>
  );
}
