import { Page } from '../ui/page.js';

/** Shown for records that do not exist or are no longer shared with the viewer. */
export function NotFoundPage() {
  return (
    <Page width="text" className="flex flex-col gap-3 py-10">
      <h1 className="text-2xl font-semibold">Page not found</h1>
      <p className="text-soft">It doesn't exist, or is no longer shared with you.</p>
      <p>
        <a href="/today" className="text-accent underline underline-offset-2">
          Go to Today
        </a>
      </p>
    </Page>
  );
}
