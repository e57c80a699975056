import { viewcheckEvidence } from './viewcheck-evidence.js';

export const evidenceOperations = [viewcheckEvidence] as const;
