import { expect } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { OutputOf } from '@svc/operations/registry/define-operation';
import type { OperationTypes } from '@svc/operations/registry/registry';
import type { Answer } from '@svc/scripts/stack/http';

/** The answer of an operation, by the operation's name. */
export type AnswerOf<Name extends keyof OperationTypes> = OutputOf<OperationTypes[Name]>;

/** The fields of a list that system tests read. */
export interface List<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export type Deal = AnswerOf<'deals.get'>;

export type Video = AnswerOf<'deals.add_video'>;

export type ViewLog = AnswerOf<'deals.add_view_log'>;

export type ImportAnswer = AnswerOf<'deals.bulk_add_view_checks'>;

export interface ErrorAnswer {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly path: string; readonly message: string }[];
    readonly requestId: string;
  };
}

/** Retries a read while a service is too slow to contribute its part of the answer, as on a busy machine. */
export function readWhole<Body>(read: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  return eventually(async () => {
    const answer = await read();
    expect((answer.body as { degraded?: unknown } | null)?.degraded ?? []).toEqual([]);
    return answer;
  });
}

/** A YouTube link with an id made from a number. */
export function videoUrl(number: number): string {
  return `https://www.youtube.com/watch?v=${String(number).padStart(11, '0')}`;
}

/** The date this many days before today, in UTC. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
