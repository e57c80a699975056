/** Maximum characters of a text that are processed, which no result exceeds. */
const TEXT_MAX = 32_768;
/** Maximum length of a run of data without words. */
const DATA_MAX = 2_048;
const COMMENT_ROUNDS = 5;

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
/** Terminal escape sequences. */
const ESCAPES = new RegExp(
  String.raw`${ESCAPE}(?:\[[0-?]*[ -/]*[@-~]?|\][^${BELL}${ESCAPE}]*${BELL}?|[@-_])?|\u009B[0-?]*[ -/]*[@-~]?`,
  'g',
);
/** Zero-width characters, direction marks, tags and variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const DATA_URI = /\bdata:(?:[a-z]{1,20}\/[\w.+-]{1,100})?(?:;[\w.+=-]{1,100}){0,5},[^\s"'<>)]*/gi;
const DATA_RUN = /[A-Za-z0-9+/_=\r\n-]+/g;

/** A text for a prompt: without invisible characters and long runs of data. Longer texts are cut. */
export function cleanText(text: string): string {
  const visible = text.slice(0, TEXT_MAX).replaceAll(ESCAPES, '').replaceAll(INVISIBLE, '');
  return withoutComments(visible)
    .replaceAll(DATA_URI, '[data removed]')
    .replaceAll(DATA_RUN, (run) => (run.length > DATA_MAX ? '[data removed]' : run));
}

/** Removes sequences repeatedly, because removing one can form another. */
function withoutComments(text: string): string {
  let left = text;
  for (let round = 0; round < COMMENT_ROUNDS && left.includes('<!--'); round += 1) left = left.replaceAll(COMMENT, '');
  return left;
}
