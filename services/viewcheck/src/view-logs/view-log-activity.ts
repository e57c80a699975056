import { type CallOrigin, callOrigin } from '@svc/chassis/calls/call-origin';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { changedFields } from '@svc/chassis/grpc/changed-fields';
import type { NewMessage } from '@svc/chassis/outbox/message';
import type { ActivityEntry } from '@svc/proto/deal/v1/activity_service';
import { v7 as newId } from 'uuid';
import type { CorrectableFields, ViewLogRow } from './view-log-repo.js';

/** Outbox topic to deal for changes of view logs. */
export const VIEW_LOG_ACTIVITY_TOPIC = 'view_log_activity';

const FIELDS = ['value', 'checkedAt', 'sourceUrl', 'note', 'screenshotId'] as const;

interface StoredState {
  readonly value: number;
  /** ISO 8601. */
  readonly checkedAt: string;
  /** Absent in messages of the previous version. */
  readonly screenshotId?: string | null;
}

/** The state that deal records; source and note are not published. */
interface ViewLogActivity extends CallOrigin {
  /** Id of the activity, so that a repeated delivery adds none. */
  readonly id: string;
  readonly dealId: string;
  readonly action: 'view_log.added' | 'view_log.corrected' | 'view_log.deleted';
  readonly changedFields: string[];
  readonly reading: {
    readonly viewLogId: string;
    readonly videoId: string;
    readonly before: StoredState | null;
    readonly after: StoredState | null;
  };
  /** ISO 8601. */
  readonly at: string;
}

/** Publishes a user's change of a view log, from its old state (null for a new one) to its new one (null for a deleted one). */
export function viewLogActivity(
  user: UserPrincipal,
  { id: viewLogId, dealId, videoId }: Pick<ViewLogRow, 'id' | 'dealId' | 'videoId'>,
  before: CorrectableFields | null,
  after: CorrectableFields | null,
): NewMessage {
  const payload: ViewLogActivity = {
    ...callOrigin(user),
    id: newId(),
    dealId,
    action: actionOf(before, after),
    changedFields: before && after ? changedFields(before, after, FIELDS) : [],
    reading: { viewLogId, videoId, before: stateOf(before), after: stateOf(after) },
    at: new Date().toISOString(),
  };
  return { destination: 'deal', topic: VIEW_LOG_ACTIVITY_TOPIC, payload };
}

/** The activity in deal's format. */
export function toActivityEntry(payload: unknown): ActivityEntry {
  const { at, reading, ...entry } = payload as ViewLogActivity;
  const { before, after, ...named } = reading;
  return { ...entry, reading: { ...named, before: read(before), after: read(after) }, at: new Date(at) };
}

function actionOf(before: CorrectableFields | null, after: CorrectableFields | null): ViewLogActivity['action'] {
  if (before === null) return 'view_log.added';
  return after === null ? 'view_log.deleted' : 'view_log.corrected';
}

function stateOf(viewLog: CorrectableFields | null): StoredState | null {
  if (viewLog === null) return null;
  const { value, checkedAt, screenshotId } = viewLog;
  return { value, checkedAt: checkedAt.toISOString(), screenshotId };
}

function read(state: StoredState | null) {
  return state && { ...state, checkedAt: new Date(state.checkedAt) };
}
