import { AppError, type ErrorDetail } from '@svc/chassis/errors/app-error';
import { parseInput } from '@svc/chassis/schemas/parse-input';
import type { CalledTool } from '../../models/ask-model.js';
import { LOAD_TOOLS, type Tool, type ToolBox } from '../../tools/tool-box.js';

/** Maximum characters of a call's arguments. */
const ARGUMENTS_MAX = 16_384;
/** Characters shown of arguments that are not JSON. */
const BROKEN_SHOWN = 2_000;
const NAME_LENGTH = 64;

/** Code of a call whose tool does not exist. */
export const NO_SUCH_TOOL = 'NO_SUCH_TOOL';

/** The error of a call, for the model and the user. */
export interface CallError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
}

/** The copilot itself failed, rather than the tool. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A tool to run, with its parsed arguments. */
interface RunnableWork {
  readonly tool: Tool;
  readonly parsed: Readonly<Record<string, unknown>>;
}

/** A validated call of a model: one that can run, or one that is refused. */
export interface JudgedCall {
  readonly id: string;
  /** The name that the model used. */
  readonly name: string;
  /** The name that users see. */
  readonly toolName: string;
  /** The arguments as far as they are readable. */
  readonly input: unknown;
  readonly work: RunnableWork | { readonly family: string } | { readonly refusal: CallError };
}

/** Validates a call's name and arguments, without running it. */
export function judgeCall(id: string, { name, input: text }: CalledTool, box: ToolBox): JudgedCall {
  const tool = box.find(name);
  const isLoading = name === LOAD_TOOLS;
  const shownName = isLoading ? name : (tool?.operation.name ?? name.replaceAll(/[^\w.-]/g, '').slice(0, NAME_LENGTH));
  const call = { id, name: toNameOf(name), toolName: shownName === '' ? 'unknown' : shownName };
  const refuse = (input: unknown, refusal: CallError): JudgedCall => ({ ...call, input, work: { refusal } });
  const read = readArguments(text);
  const shown = read?.input ?? text.slice(0, BROKEN_SHOWN);
  if (!tool && !isLoading)
    return refuse(shown, { code: NO_SUCH_TOOL, message: 'There is no such tool. Use those that you are offered.' });
  if (read === undefined) {
    return refuse(shown, {
      code: 'INVALID_ARGUMENTS',
      message: `The arguments must be a JSON object of at most ${ARGUMENTS_MAX} characters.`,
    });
  }
  const { input } = read;
  if (!tool) {
    const family = box.families.find((each) => each === input.family);
    if (family !== undefined) return { ...call, input, work: { family } };
    return refuse(input, {
      code: 'VALIDATION_ERROR',
      message: `The family must be one of ${box.families.join(', ')}.`,
    });
  }
  try {
    const parsed = parseInput(tool.operation.input, input);
    return { ...call, input, work: { tool, parsed } };
  } catch (error) {
    return refuse(input, toCallError(error));
  }
}

/** An error for the model. Of anything but our own errors, it reveals only that there was one. */
export function toCallError(error: unknown): CallError {
  if (error instanceof CallFailure) return { code: error.code, message: error.message };
  if (!(error instanceof AppError))
    return { code: 'INTERNAL', message: 'The tool failed because of a bug in the product.' };
  const { code, message, details } = error;
  return { code, message, ...(details.length > 0 && { details }) };
}

/** Names that providers accept, even in earlier messages. */
function toNameOf(name: string): string {
  const clean = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, NAME_LENGTH);
  return clean === '' ? 'unknown' : clean;
}

function readArguments(text: string): { readonly input: Readonly<Record<string, unknown>> } | undefined {
  if (text.length > ARGUMENTS_MAX) return undefined;
  try {
    // Some models send nothing for a tool without arguments.
    const input: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
    return isObject ? { input: input as Readonly<Record<string, unknown>> } : undefined;
  } catch {
    return undefined;
  }
}
