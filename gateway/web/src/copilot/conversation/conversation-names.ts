import { showHidden } from '../show-hidden.js';

/** A conversation's title, also before its first message. */
export function titleOf({ title }: { readonly title: string | null }): string {
  return title === null ? 'New conversation' : showHidden(title).replaceAll('\n', ' ');
}

/** Storage name of a conversation's draft question. */
export function draftOf(conversationId: string): string {
  return `copilot.${conversationId}`;
}
