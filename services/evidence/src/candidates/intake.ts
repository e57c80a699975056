import type { Context } from '../context.js';
import type { Candidate } from '../schemas/candidate.js';
import type { CandidateInput } from '../schemas/candidate-input.js';
import { mergeCandidates } from './merge-candidates.js';
import { candidateIdOf, readCandidate, type ReadRow } from './read-candidate.js';

export interface Intake {
  /** One candidate per video, in the order of their first rows, merged from all its rows. */
  readonly accepted: readonly { readonly index: number; readonly candidate: Candidate }[];
  readonly rejected: readonly ReadRow[];
  readonly duplicates: readonly {
    readonly index: number;
    readonly candidate: Candidate;
    readonly duplicateOf: string;
  }[];
}

/** Parses rows, each with a unique id: of rows of different videos with the same id, the first keeps it. */
export function readRows(rows: readonly CandidateInput[], path: string, context: Context): ReadRow[] {
  const owners = new Map<string, string | null>();
  return rows.map((row, index) => {
    const read = readCandidate(row, index, `${path}.${index}`, context);
    const { candidateId, canonicalKey, url } = read.candidate;
    const identity = canonicalKey ?? url;
    if (!owners.has(candidateId) || owners.get(candidateId) === identity) {
      owners.set(candidateId, identity);
      return read;
    }
    const message = 'Another row already has this id, so this row got a new one.';
    context.warnings.add('candidate_id_taken', `${path}.${index}.candidateId`, message);
    return { ...read, candidate: { ...read.candidate, candidateId: candidateIdOf(`${identity ?? ''}#${index}`) } };
  });
}

/** Sorts rows into candidates, rejected rows, and duplicates of an earlier row's video. */
export function takeIn(rows: readonly CandidateInput[], path: string, context: Context): Intake {
  const read = readRows(rows, path, context);
  const byKey = Map.groupBy(
    read.filter(({ rejection }) => rejection === null),
    ({ candidate }) => candidate.canonicalKey,
  );
  const groups = [...byKey.values()].flatMap(([first, ...others]) => (first ? [{ first, others }] : []));
  return {
    accepted: groups.map(({ first, others }) => ({
      index: first.index,
      candidate: mergeCandidates(
        first.candidate,
        others.map(({ candidate }) => candidate),
      ),
    })),
    rejected: read.filter(({ rejection }) => rejection !== null),
    duplicates: groups
      .flatMap(({ first, others }) =>
        others.map(({ index, candidate }) => ({ index, candidate, duplicateOf: first.candidate.candidateId })),
      )
      .toSorted((a, b) => a.index - b.index),
  };
}
