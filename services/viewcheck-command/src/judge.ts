import { runAction } from '@svc/evidence/actions/run-action';
import type { RequestInput } from '@svc/evidence/schemas/request';
import { EvidenceInput } from '@svc/evidence/schemas/tool-input';
import type { Answer, Warning } from '@svc/evidence/schemas/tool-output';
import type { ActionName } from '@svc/evidence/schemas/vocabulary';
import type { z } from 'zod';
import { CommandFailure } from './command-failure.js';

export interface JudgeOptions {
  readonly request: RequestInput;
  readonly asOf: Date;
  readonly timeZone: string;
  /** `host:port` targets accepted although they are not public. */
  readonly allowedPrivateTargets: ReadonlySet<string>;
}

type Fields = Omit<z.input<typeof EvidenceInput>, 'action'>;

/** Runs evidence actions for one request in-process, and collects their warnings. */
export class Judge {
  readonly warnings: Warning[] = [];

  readonly #options: JudgeOptions;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Throws USAGE with the path of an invalid value. */
  run<Name extends ActionName>(action: Name, fields: Fields): Answer<Name> {
    const { request, ...options } = this.#options;
    const { action: _action, ...input } = parse({ ...request, ...fields, action });
    const answer = runAction(action, input, options);
    for (const warning of answer.warnings) this.#keep(warning);
    return answer;
  }

  /** Drops duplicates, because steps of a run process the same rows and repeat their warnings. */
  #keep(warning: Warning): void {
    if (!this.warnings.some(({ code, path }) => code === warning.code && path === warning.path))
      this.warnings.push(warning);
  }
}

function parse(input: unknown): z.output<typeof EvidenceInput> {
  const read = EvidenceInput.safeParse(input);
  if (read.success) return read.data;
  const details = read.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first] = details;
  throw new CommandFailure('USAGE', `${first?.path} ${first?.message}`, { details });
}
