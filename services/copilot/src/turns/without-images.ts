/** Marks of images that wait for what follows them, at most. */
const HELD_MAX = 2_048;

/**
 * Takes the images out of Markdown that comes in pieces: `![` becomes `[`, so that no reader fetches what a model names. However the text
 * is cut, what comes out is the same.
 */
export function createImageFilter(): { push(text: string): string; end(): string } {
  let held = '';
  return {
    push(text) {
      const all = (held + text).replaceAll(/!+\[/g, '[');
      const marks = /!+$/.exec(all)?.[0] ?? '';
      held = marks.length > HELD_MAX ? '!' : marks;
      return all.slice(0, all.length - held.length);
    },
    end() {
      const last = held;
      held = '';
      return last;
    },
  };
}
