import { showHidden } from './show-hidden.js';

/** What a conversation is called, before its first message too. */
export function titleOf({ title }: { readonly title: string | null }): string {
  return title === null ? 'New conversation' : showHidden(title).replaceAll('\n', ' ');
}

/** What the question is kept under that is written in a conversation. */
export function draftOf(conversationId: string): string {
  return `copilot.${conversationId}`;
}
