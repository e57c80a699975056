/** Why stored images do not belong to this service: they have another owner, or no row refers to any of them. */
export const CLAIM_PROBLEMS = {
  installation: 'The stored images belong to another installation.',
  database: 'The stored images belong to another database.',
  rows: 'The store has images, but the database names none of them.',
} as const;

export type ClaimProblem = keyof typeof CLAIM_PROBLEMS;
