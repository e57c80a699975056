/** The nine actions, in workflow order. */
export const ACTIONS = [
  'plan_video_search',
  'audit_browser_candidate_intake',
  'extract_transcript_cues',
  'rank_search_results',
  'rank_candidates',
  'plan_proof_capture',
  'plan_direct_proof_review',
  'proof_run_harness',
  'workflow_report',
] as const;

export type ActionName = (typeof ACTIONS)[number];

/** Requirements of a view log, in the order in which they are listed. */
export const WRITE_REQUIREMENTS = [
  'directProof',
  'sourceVideoUrl',
  'screenshot',
  'viewCount',
  'observedPromoAtSeconds',
] as const;

export type WriteRequirement = (typeof WRITE_REQUIREMENTS)[number];

export const FOUND_VIA = ['explicit_url', 'due_views', 'account_page', 'search', 'candidate_json'] as const;

export const TRANSCRIPT_SOURCES = ['caption_track', 'page_transcript', 'operator_notes', 'none'] as const;

export const VIEW_COUNT_SOURCES = [
  'dom_text',
  'dom_text+structured_metadata',
  'structured_metadata',
  'meta_description',
  'operator',
  'image_text',
  'profile_grid',
  'search_result',
] as const;

export const REVIEW_STATUSES = ['confirmed', 'rejected', 'inconclusive'] as const;

export const PROOF_KINDS = ['sponsor_brand_logo', 'spoken_promo'] as const;

/** Where a reviewer saw or heard the proof; all but the first two are only hints. */
export const EVIDENCE_SOURCES = [
  'video_playback',
  'video_frame_screenshot',
  'caption_track',
  'transcript',
  'first_comment',
  'description',
  'metadata',
  'profile_grid',
] as const;

export const WORKFLOWS = ['import', 'view_check'] as const;

export type Workflow = (typeof WORKFLOWS)[number];

export const DATE_CONFIDENCES = ['exact', 'adjacent', 'window', 'approximate', 'mismatch', 'unknown'] as const;

export type DateConfidence = (typeof DATE_CONFIDENCES)[number];

export const PROMO_TIERS = ['exact', 'spoken', 'spelled', 'confusable', 'url_path', 'fuzzy'] as const;

export type PromoTier = (typeof PROMO_TIERS)[number];

export const BANDS = ['strong', 'likely', 'weak', 'poor'] as const;

export const EVIDENCE_CLASSES = ['direct', 'navigation_only'] as const;

export const ROW_CLASSIFICATIONS = [
  'new',
  'existing_view_log',
  'existing_import_row',
  'duplicate_candidate',
  'not_a_video',
] as const;

export const VERIFIER_STATUSES = [
  'verified',
  'needs_review',
  'incomplete',
  'rejected',
  'existing',
  'duplicate',
] as const;

export const GATE_STATES = ['blocked', 'ready_for_write_request'] as const;

/** Reasons why a row may not be written, in the order of reporting. */
export const NO_WRITE_REASONS = [
  'source_url_not_video',
  'short_link_unresolved',
  'unsupported_platform',
  'already_existing_row',
  'duplicate_candidate',
  'date_mismatch',
  'direct_proof_rejected',
  'proof_not_direct',
  'missing_direct_proof',
  'missing_screenshot',
  'screenshot_not_uploaded',
  'screenshot_source_mismatch',
  'missing_view_count',
  'view_count_ambiguous',
  'view_count_review_only',
  'missing_observed_promo_at_seconds',
  'observed_seconds_out_of_range',
  'promo_conflict',
] as const;

export type NoWriteReason = (typeof NO_WRITE_REASONS)[number];
