-- Answers of writes that came with an idempotency key, written in the transaction of the write.
create table idempotency_records (
  caller     text not null,
  operation  text not null,
  method     text not null,
  key        text not null,
  -- SHA-256 of the request message.
  input_hash bytea not null,
  -- The response message, encoded.
  answer     bytea not null,
  expires_at timestamptz not null,
  primary key (caller, operation, method, key)
);

create index idempotency_records_expired on idempotency_records (expires_at);
