/**
 * Parses server-sent events from a stream, however it is split. Ignores names, ids and comments. The package eventsource-parser would take the
 * copilot's page past its 30 kB.
 */
export function createEventReader(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder();
  /** The beginning of an incomplete line. */
  let open = '';
  let data: string[] = [];
  const readLine = (line: string): string[] => {
    if (line === '') {
      const event = data;
      data = [];
      return event.length === 0 ? [] : [event.join('\n')];
    }
    const [field, value] = /^data(?::|$) ?(.*)$/s.exec(line) ?? [];
    if (field !== undefined) data.push(value ?? '');
    return [];
  };
  return (bytes) => {
    const text = open + decoder.decode(bytes, { stream: true });
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    open = lines.pop() ?? '';
    return lines.flatMap(readLine);
  };
}
