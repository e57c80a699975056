import { Metadata, type MetadataOptions } from '@grpc/grpc-js';
import type { TextMapGetter, TextMapSetter } from '@opentelemetry/api';
import { type AgentCall, assertionFor, type CallContext } from '../calls/call-context.js';
import { toHeaderJson } from '../calls/header-json.js';

const REQUEST_ID = 'x-request-id';
const ASSERTION = 'svc-assertion';
const OPERATION = 'svc-operation';
const TIER = 'svc-tier';
/** The claims of an agent's call, as JSON. */
const AGENT = 'svc-agent';
const IDEMPOTENCY_KEY = 'svc-idempotency-key';
const REPLAYED = 'svc-idempotency-replayed';

/** Metadata with the call facts that the service needs. */
export function writeCallMetadata(call: CallContext | undefined, service: string, options?: MetadataOptions): Metadata {
  const metadata = new Metadata(options);
  if (!call) return metadata;
  metadata.set(REQUEST_ID, call.requestId);
  const assertion = assertionFor(call, service);
  if (assertion !== undefined) metadata.set(ASSERTION, assertion);
  if (call.operation !== undefined) metadata.set(OPERATION, call.operation);
  if (call.tier !== undefined) metadata.set(TIER, String(call.tier));
  if (call.agent !== undefined) metadata.set(AGENT, toHeaderJson(call.agent));
  if (call.idempotencyKey !== undefined) metadata.set(IDEMPOTENCY_KEY, call.idempotencyKey);
  return metadata;
}

/** Parses the metadata that a caller sent. */
export interface CallMetadata {
  readonly requestId: string | undefined;
  readonly assertion: string | undefined;
  readonly operation: string | undefined;
  readonly tier: number | undefined;
  readonly agent: AgentCall | undefined;
  readonly idempotencyKey: string | undefined;
}

export function readCallMetadata(metadata: Metadata): CallMetadata {
  const tier = first(metadata, TIER);
  const agent = first(metadata, AGENT);
  return {
    requestId: first(metadata, REQUEST_ID),
    assertion: first(metadata, ASSERTION),
    operation: first(metadata, OPERATION),
    tier: tier === undefined ? undefined : Number(tier),
    agent: agent === undefined ? undefined : (JSON.parse(agent) as AgentCall),
    idempotencyKey: first(metadata, IDEMPOTENCY_KEY),
  };
}

/** Trailer that marks a repeated answer. */
export function replayedTrailer(): Metadata {
  const metadata = new Metadata();
  metadata.set(REPLAYED, '1');
  return metadata;
}

export function isReplayed(trailer: Metadata): boolean {
  return first(trailer, REPLAYED) === '1';
}

export const traceSetter: TextMapSetter<Metadata> = { set: (metadata, key, value) => metadata.set(key, value) };

export const traceGetter: TextMapGetter<Metadata> = {
  keys: (metadata) => Object.keys(metadata.getMap()),
  get: (metadata, key) => first(metadata, key),
};

function first(metadata: Metadata, key: string): string | undefined {
  const value = metadata.get(key)[0];
  return typeof value === 'string' ? value : undefined;
}
