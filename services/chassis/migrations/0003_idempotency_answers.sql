-- Answers of writes that came with an idempotency key, written in the transaction of the write. The key itself is nowhere: what is
-- stored is derived from it, and the answer is encrypted with it, so that only whoever repeats the request can read it.
-- It takes the place of idempotency_records, in which the version before still writes while it is being replaced.
create table idempotency_answers (
  -- Of caller, operation, method and key.
  id         bytea not null,
  -- Whose account the answer is about; null for services.
  user_id    uuid,
  -- Of the request message.
  input_hash bytea not null,
  -- The response message, encoded and encrypted.
  answer     bytea not null,
  expires_at timestamptz not null,
  primary key (id, expires_at)
) partition by range (expires_at);

create index idempotency_answers_user on idempotency_answers (user_id) where user_id is not null;

-- A partition a day, which is dropped as a whole; the sweep makes those of the days to come.
create table idempotency_answers_default partition of idempotency_answers default;
