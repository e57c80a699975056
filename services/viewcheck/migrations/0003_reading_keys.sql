-- Which reading a write with an idempotency key has recorded. Kept as long as the account, and longer than the reading: an app may
-- repeat a count days after its answer was lost.
create table reading_keys (
  -- Derived from caller and key.
  id          bytea          primary key,
  author_id   uuid           not null,
  view_log_id uuid           not null,
  created_at  timestamptz(3) not null default now()
);

-- For the deletion of an account.
create index reading_keys_of_author on reading_keys (author_id);
