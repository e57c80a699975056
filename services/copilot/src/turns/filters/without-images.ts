/**
 * Removes images from streamed Markdown: `![` becomes `[`, so that no reader fetches addresses that a model chose. The output does not depend on how
 * the text is split.
 */
export function createImageFilter(): { push(text: string): string; end(): string } {
  /** Exclamation marks held back, because a bracket may follow. */
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
