import type { CallToolResult } from '@modelcontextprotocol/client';

/** Converts a server's response to a tool's output: text and structured data; other content is only mentioned. */
export function toOutput({ content, structuredContent, isError }: CallToolResult): Readonly<Record<string, unknown>> {
  return {
    ...(isError === true && { isError: true }),
    content: content.map(toText),
    ...(structuredContent !== undefined && { structuredContent }),
  };
}

function toText(block: CallToolResult['content'][number]): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource' && 'text' in block.resource) return block.resource.text;
  return `[${block.type.replaceAll('_', ' ')} left out]`;
}
