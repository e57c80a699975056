/** The placeholder for a deal's view counts. */
const VIEWS = '{views}';

/** Whether the message holds view counts once it is filled. */
export function hasViews({ body }: { readonly body: string }): boolean {
  return body.includes(VIEWS);
}
