import { useEffect } from 'react';
import { isMissingPart, reloadWhenBack } from '../missing-parts.js';
import { Button } from '../ui/button.js';

/** In place of a page that could not be shown at all. */
export function PageFailure({ error }: { readonly error: unknown }) {
  const isMissing = isMissingPart(error);
  useEffect(() => (isMissing ? reloadWhenBack() : undefined), [isMissing]);
  return (
    <div role="alert" className="flex flex-col items-start gap-3 px-4 py-10">
      <h1 className="text-2xl font-semibold">
        {isMissing ? 'This page has not arrived' : 'Something went wrong here'}
      </h1>
      <p className="text-soft">
        {isMissing
          ? 'The product cannot be reached, or has been upgraded. The page is loaded again as soon as it answers; counts that you typed are kept.'
          : 'This page cannot be shown. What is stored is safe, and counts that you typed are kept.'}
      </p>
      <Button onClick={() => location.reload()}>Load it again</Button>
    </div>
  );
}
