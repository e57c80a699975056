import type { PromptMessage } from '../../models/prompt-message.js';
import { LOAD_TOOLS, nameForModels } from '../../tools/tool-box.js';
import { resultBlock, resultBytes } from '../../tools/tool-result.js';
import { denialOf } from '../calls/finish-waiting.js';
import { errorBlock } from '../calls/report-result.js';
import type { ToolBudget } from '../calls/tool-budget.js';
import type { TurnTrust } from '../filters/turn-trust.js';
import { type MessagePart, textOf, type ToolPart, toolParts } from '../messages/message-parts.js';

/** The number of steps in a message. */
export function stepsIn(parts: readonly MessagePart[]): number {
  return parts.filter(({ type }) => type === 'step-start').length;
}

/** Replays a turn's calls: charges them to its budget, adds the results it has read, and loads its families again. */
export function resumeCalls(
  parts: readonly MessagePart[],
  { budget, trust, loaded }: { readonly budget: ToolBudget; readonly trust: TurnTrust; readonly loaded: Set<string> },
): void {
  for (const { toolName, state, input, output } of toolParts(parts)) {
    budget.spendCall();
    if (state !== 'output-available') continue;
    budget.spendResult(resultBytes(output));
    trust.read(output, false);
    const { family } = Object(input) as { readonly family?: unknown };
    if (toolName === LOAD_TOOLS && typeof family === 'string') loaded.add(family);
  }
}

/** The calls and results of a turn so far, as messages for its model. */
export function exchangeIn(parts: readonly MessagePart[], boundary: string): PromptMessage[] {
  return stepsOf(parts).flatMap((step): PromptMessage[] => {
    const calls = toolParts(step);
    if (calls.length === 0) return [];
    const named = calls.map((part) => ({ part, id: part.toolCallId, name: nameOf(part) }));
    return [
      {
        role: 'assistant',
        text: textOf(step),
        calls: named.map(({ id, name, part: { input } }) => ({ id, name, input: Object(input) as object })),
      },
      { role: 'tool', results: named.map(({ id, name, part }) => ({ id, name, text: resultOf(part, boundary) })) },
    ];
  });
}

function stepsOf(parts: readonly MessagePart[]): MessagePart[][] {
  const steps: MessagePart[][] = [];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps;
}

function nameOf({ toolName }: ToolPart): string {
  return nameForModels(toolName.replaceAll(/[^A-Za-z0-9_-]/g, '_'));
}

function resultOf({ toolName, state, output, errorText = '', approval }: ToolPart, boundary: string): string {
  if (state === 'output-available') return resultBlock(toolName, output, boundary);
  if (state === 'output-denied') return errorBlock(toolName, denialOf(approval?.reason), boundary);
  return errorBlock(toolName, errorText, boundary);
}
