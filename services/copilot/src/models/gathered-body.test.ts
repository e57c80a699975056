import { expect, test } from '@jest/globals';
import { gatheredBody } from './gathered-body.js';

/** A body whose pieces arrive at once, and that then ends or stays open. */
function bodyOf(
  pieces: readonly string[],
  { ends = true } = {},
): {
  readonly body: ReadableStream<Uint8Array>;
  readonly told: { cancelled?: unknown };
} {
  const told: { cancelled?: unknown } = {};
  const body: ReadableStream<Uint8Array> = new ReadableStream({
    type: 'bytes',
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (ends) controller.close();
    },
    cancel: (reason) => void (told.cancelled = reason),
  });
  return { body, told };
}

async function textOf(stream: ReadableStream): Promise<string> {
  return new Response(stream).text();
}

test('a body passes through unchanged, however long its pieces are', async () => {
  const pieces = ['a', 'é'.repeat(20_000), 'z'];

  expect(await textOf(gatheredBody(bodyOf(pieces).body, 100_000))).toBe(pieces.join(''));
});

test('a body that is too long is cut off', async () => {
  const { body, told } = bodyOf(['x'.repeat(20_000)], { ends: false });

  await expect(textOf(gatheredBody(body, 10_000))).rejects.toThrow('longer than the maximum');
  expect(told.cancelled).toBeInstanceOf(Error);
});

test('canceling the reader cancels the body', async () => {
  const { body, told } = bodyOf(['First'], { ends: false });
  const reader = gatheredBody(body, 100).getReader();
  await reader.read();

  await reader.cancel('enough');

  expect(told.cancelled).toBe('enough');
});

test('while many bodies are read at once, pieces that arrive together pass as one', async () => {
  const many = Array.from({ length: 30 }, () => gatheredBody(bodyOf(['First'], { ends: false }).body, 100).getReader());
  const coming = new TransformStream<string, string>();
  const writer = coming.writable.getWriter();
  const body: ReadableStream<Uint8Array> = new ReadableStream({
    type: 'bytes',
    async start(controller) {
      for await (const piece of coming.readable) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const reader = gatheredBody(body, 100).getReader();
  void writer.write('First');
  const first = await reader.read();

  const second = reader.read();
  for (const piece of [' one', ' two', ' three']) await writer.write(piece);

  expect(new TextDecoder().decode(first.value)).toBe('First');
  expect(new TextDecoder().decode((await second).value)).toBe(' one two three');
  await writer.close();
  expect((await reader.read()).done).toBe(true);
  await Promise.all(many.map((each) => each.cancel()));
});
