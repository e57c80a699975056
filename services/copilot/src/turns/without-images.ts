/**
 * Takes the images out of Markdown that comes in pieces: `![` becomes `[`, so that no reader fetches what a model names. However the text
 * is cut, what comes out is the same.
 */
export function createImageFilter(): { push(text: string): string; end(): string } {
  /** Exclamation marks that are not told yet, as a bracket may follow. */
  let held = 0;
  const push = (text: string): string => {
    let told = '';
    for (const sign of text) {
      if (sign === '!') {
        held += 1;
        continue;
      }
      if (sign !== '[') told += '!'.repeat(held);
      held = 0;
      told += sign;
    }
    return told;
  };
  return {
    push,
    end() {
      const last = '!'.repeat(held);
      held = 0;
      return last;
    },
  };
}
