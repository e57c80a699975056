/** Types of the used part of `node-llama-cpp`, which is not among our dependencies. */
export interface LlamaPackage {
  readonly LlamaChat: new (options: { contextSequence: Sequence }) => LlamaChat;
  getLlama(options: {
    gpu: false;
    build: 'never';
    skipDownload: true;
    progressLogs: false;
    logLevel: 'error';
    maxThreads: number;
  }): Promise<Llama>;
}

export interface Llama {
  loadModel(options: { modelPath: string }): Promise<LoadedModel>;
  createGrammarForJsonSchema(schema: GrammarSchema): Promise<Grammar>;
}

export interface LoadedModel {
  readonly tokenizer: unknown;
  createContext(options: { contextSize: number; threads: number }): Promise<{ getSequence(): Sequence }>;
}

export interface Sequence {
  readonly tokenMeter: { getState(): { readonly usedOutputTokens: number } };
}

/** A grammar created by `createGrammarForJsonSchema`: an opaque class of the package. */
export type Grammar = object;

/** The part of JSON Schema that a grammar can enforce. Properties are all required. */
export type GrammarSchema =
  | { readonly type: 'string'; readonly maxLength: number }
  | { readonly type: 'string'; readonly format: 'date' | 'date-time' }
  | { readonly type: 'integer' | 'number' | 'boolean' | 'null' }
  | { readonly enum: readonly (string | number | boolean | null)[] }
  | { readonly oneOf: readonly GrammarSchema[] }
  | { readonly type: 'array'; readonly items: GrammarSchema; readonly minItems: number; readonly maxItems: number }
  | { readonly type: 'object'; readonly properties: Readonly<Record<string, GrammarSchema>> };

export type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

export interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(options: { chatHistory: readonly ChatItem[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): readonly unknown[] };
    };
  };
  generateResponse(
    history: readonly ChatItem[],
    options: {
      maxTokens: number;
      temperature: number;
      signal: AbortSignal;
      grammar?: Grammar;
      onTextChunk?: (text: string) => void;
    },
  ): Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>;
}
