const BOUNDARY = '\n\n';
const DATA = 'data: ';

/** A chat-completions event that adds a piece of text and nothing else. */
interface TextChunk {
  readonly choices: readonly [{ readonly delta: { readonly content: string } }];
}

const CHUNK_KEYS = new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'system_fingerprint']);
const CHOICE_KEYS = new Set(['index', 'delta', 'finish_reason', 'logprobs']);
const DELTA_KEYS = new Set(['role', 'content']);

/**
 * Joins consecutive events of an event stream that only add text to an answer, because a library takes as long for two letters as for a sentence.
 * Leaves unknown and incomplete events as they are. Takes the first piece and unjoinable ones too, as a piece may end within an event.
 */
export function createEventJoiner(): (piece: Uint8Array, joins: boolean) => Uint8Array {
  let endsEvent = true;
  return (piece, joins) => {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const start = endsEvent ? 0 : afterBoundary(bytes.indexOf(BOUNDARY));
    const end = afterBoundary(bytes.lastIndexOf(BOUNDARY));
    endsEvent = end === bytes.length;
    if (!joins || start === undefined || end === undefined || end <= start) return piece;
    const events = bytes.toString('utf8', start, end).split(BOUNDARY).slice(0, -1);
    if (events.length === 1) return piece;
    const joined = joinEvents(events).map((event) => event + BOUNDARY);
    return Buffer.concat([bytes.subarray(0, start), Buffer.from(joined.join('')), bytes.subarray(end)]);
  };
}

function afterBoundary(index: number): number | undefined {
  return index === -1 ? undefined : index + BOUNDARY.length;
}

function joinEvents(events: readonly string[]): string[] {
  const joined: string[] = [];
  let open: { readonly first: TextChunk; text: string } | undefined;
  const close = (): void => {
    if (open) joined.push(withText(open.first, open.text));
    open = undefined;
  };
  for (const event of events) {
    const chunk = readTextChunk(event);
    if (!chunk) {
      close();
      joined.push(event);
    } else if (open) open.text += chunk.choices[0].delta.content;
    else open = { first: chunk, text: chunk.choices[0].delta.content };
  }
  close();
  return joined;
}

function withText(chunk: TextChunk, content: string): string {
  const [choice] = chunk.choices;
  return DATA + JSON.stringify({ ...chunk, choices: [{ ...choice, delta: { ...choice.delta, content } }] });
}

function readTextChunk(event: string): TextChunk | undefined {
  if (!event.startsWith(`${DATA}{`) || event.includes('\n')) return undefined;
  let chunk: unknown;
  try {
    chunk = JSON.parse(event.slice(DATA.length));
  } catch {
    return undefined;
  }
  return isTextChunk(chunk) ? chunk : undefined;
}

function isTextChunk(chunk: unknown): chunk is TextChunk {
  if (!hasOnly(chunk, CHUNK_KEYS) || (chunk['usage'] ?? null) !== null) return false;
  const { choices } = chunk;
  if (!Array.isArray(choices) || choices.length !== 1) return false;
  const choice: unknown = choices[0];
  if (!hasOnly(choice, CHOICE_KEYS) || (choice['finish_reason'] ?? null) !== null) return false;
  if ((choice['logprobs'] ?? null) !== null || (choice['index'] ?? 0) !== 0) return false;
  const { delta } = choice;
  return hasOnly(delta, DELTA_KEYS) && typeof delta['content'] === 'string';
}

function hasOnly(value: unknown, keys: ReadonlySet<string>): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.keys(value).every((key) => keys.has(key));
}
