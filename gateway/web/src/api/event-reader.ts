import { createParser } from 'eventsource-parser';

/** Parses server-sent events from a stream, however it is split. Ignores names, ids and comments. */
export function createEventReader(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder();
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  return (bytes) => {
    parser.feed(decoder.decode(bytes, { stream: true }));
    return events.splice(0);
  };
}
