-- Messages to other services, written in the transaction of the change they tell of and deleted once delivered.
create table outbox_messages (
  id           uuid primary key,
  destination  text not null,
  topic        text not null,
  -- Of messages with the same key only the newest is kept; null keeps all.
  key          text,
  payload      jsonb not null,
  created_at   timestamptz not null default now(),
  -- Not delivered before this time: a wanted delay, or the pause after a failure.
  deliver_at   timestamptz not null,
  attempts     integer not null default 0,
  -- Public code of the last failure; null before the first.
  last_error   text,
  -- Until then one process has the delivery in hand; null or past means that nobody has.
  leased_until timestamptz
);

create index outbox_messages_due on outbox_messages (destination, topic, deliver_at, id);
create unique index outbox_messages_key on outbox_messages (destination, topic, key) where key is not null;
