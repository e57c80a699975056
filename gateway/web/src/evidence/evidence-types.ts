import type { Input, Output } from '../api/operations.js';

type Asked = Input<'viewcheck_evidence'>;

export type Action = Asked['action'];
export type EvidenceInput = Omit<Asked, 'action'>;
export type Answer<Name extends Action> = Extract<Output<'viewcheck_evidence'>, { readonly action: Name }>;

export type Candidate = NonNullable<Asked['candidates']>[number];
export type Review = NonNullable<Asked['directProofReviews']>[number];
export type Screenshot = NonNullable<Asked['proofScreenshots']>[number];
export type PriorRow = NonNullable<Asked['priorImportRows']>[number];
export type VerificationRow = Answer<'proof_run_harness'>['verificationRows'][number];
export type ProposedCall = Answer<'workflow_report'>['nextActions'][number];
