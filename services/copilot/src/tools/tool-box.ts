import { createHash } from 'node:crypto';
import { type JsonSchema, toJsonSchema } from '@svc/chassis/schemas/json-schema';
import type { Operation } from '@svc/operations/registry/define-operation';
import { toolNameOf } from '@svc/operations/registry/tools';
import { offeredOperations } from './offered-operations.js';

/** Maximum bytes of a tool's description; a longer one would leave too little room for the rest of the prompt. */
const DESCRIPTION_BYTES_MAX = 16_384;
/** Maximum length of a name that every provider accepts. */
const NAME_LENGTH = 64;

/** A tool as models see it. */
export interface ToolDescription {
  /** `[A-Za-z0-9_-]{1,64}` */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** An operation as a tool. */
export interface Tool extends ToolDescription {
  readonly operation: Operation;
  /** Size of its description. */
  readonly bytes: number;
  /** The server that runs it; undefined for the product's own. */
  readonly remote?: RemoteOrigin | undefined;
}

/** Where a tool from outside the product runs. */
export interface RemoteOrigin {
  /** Slug of the server. */
  readonly server: string;
  /** An administrator allows it to run without asking the user, within limits. */
  readonly isAutoApproved: boolean;
}

/** The tools of a turn. */
export interface ToolBox {
  /** Ordered by the names of their operations. */
  readonly tools: readonly Tool[];
  /** Families that have tools. */
  readonly families: readonly string[];
  /** The tool with the name that a model used; undefined when there is none. */
  find(name: string): Tool | undefined;
  /**
   * The tools to offer: those of the loaded families, then those of the short list, reads first, as room allows, and the tool that loads families.
   */
  offer(loaded: ReadonlySet<string>, bytesMax: number): ToolDescription[];
}

/** Cached sizes of descriptions. */
const sizes = new WeakMap<ToolDescription, number>();

/** Name of the tool that loads the tools of a family. */
export const LOAD_TOOLS = 'tools_load';

/** The operations as tools, and those of servers as offered at each moment. */
export function createToolBox(operations: readonly Operation[], remote: () => readonly Tool[] = () => []): ToolBox {
  const own = offeredOperations(operations)
    .map(toTool)
    .filter(({ bytes }) => bytes <= DESCRIPTION_BYTES_MAX);
  const byName = new Map(own.map((tool) => [tool.name, tool]));
  const all = (): readonly Tool[] => [...own, ...remote().filter(({ bytes }) => bytes <= DESCRIPTION_BYTES_MAX)];
  const familiesOf = (tools: readonly Tool[]): string[] =>
    [...new Set(tools.map(({ operation }) => operation.family))].toSorted();
  const core = own
    .filter(({ operation }) => operation.core)
    .toSorted((left, right) => Number(isWrite(left)) - Number(isWrite(right)));
  return {
    get tools() {
      return all();
    },
    get families() {
      return familiesOf(all());
    },
    find: (name) => byName.get(name) ?? remote().find((tool) => tool.name === name),
    offer(loaded, bytesMax) {
      const tools = all();
      const loading = loadingTool(familiesOf(tools));
      const wanted = [
        ...tools.filter(({ operation }) => loaded.has(operation.family)),
        // Reads first: with reads alone, a model can still report facts.
        ...core.filter(({ operation }) => !loaded.has(operation.family)),
      ];
      let left = bytesMax;
      const fitting = wanted.filter(({ bytes }) => {
        const fits = bytes <= left;
        if (fits) left -= bytes;
        return fits;
      });
      return [loading, ...fitting];
    },
  };
}

/** Bytes of the tool descriptions as a JSON list. */
export function bytesOf(tools: readonly ToolDescription[]): number {
  return tools.reduce((bytes, tool) => bytes + bytesOfOne(tool) + 1, tools.length === 0 ? 0 : 1);
}

/** Computed once per tool, because the schemas of all tools of a turn are long. */
function bytesOfOne(tool: ToolDescription): number {
  const known = sizes.get(tool);
  if (known !== undefined) return known;
  const { name, description, inputSchema } = tool;
  const bytes = Buffer.byteLength(JSON.stringify({ name, description, inputSchema }));
  sizes.set(tool, bytes);
  return bytes;
}

/** A name that every provider accepts: a longer one is cut, and ends in a hash of the whole. */
export function nameForModels(name: string): string {
  if (name.length <= NAME_LENGTH) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, NAME_LENGTH - hash.length - 1)}_${hash}`;
}

/** Whether a tool may change something. */
export function isWrite({ operation: { tier } }: Pick<Tool, 'operation'>): boolean {
  return tier > 0;
}

function toTool(operation: Operation): Tool {
  const { summary, description, input } = operation;
  const told = {
    name: nameForModels(toolNameOf(operation)),
    description: description === undefined ? summary : `${summary}. ${description}`,
    inputSchema: toJsonSchema(input, 'input'),
  };
  return { ...told, operation, bytes: bytesOf([told]) };
}

function loadingTool(families: readonly string[]): ToolDescription {
  return {
    name: LOAD_TOOLS,
    description:
      'Offers you the tools of another family, from your next step on. Use it when none of your tools can do what the user asks for. Families that begin with mcp__ belong to servers outside the product.',
    inputSchema: {
      type: 'object',
      properties: { family: { type: 'string', enum: [...families] } },
      required: ['family'],
      additionalProperties: false,
    },
  };
}
