import type { KeyboardEvent } from 'react';

/** Esc leaves a field, so that the keys of the page act again. */
export function leaveWithEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape' && !event.nativeEvent.isComposing) event.currentTarget.blur();
}
