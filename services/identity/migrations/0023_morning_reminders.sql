-- Since when a user wants to be reminded of due checks; null while not. Nobody has asked for mails so far, and `notify_due_views`, of
-- which the version before makes true what nobody chose, is read no longer.
alter table user_settings add column morning_reminder_since timestamptz(3);

-- Mornings that were begun: a user's day is begun once.
create table morning_reminders (
  user_id    uuid           not null references users (id) on delete cascade,
  -- The day where the user was.
  local_day  date           not null,
  -- From then on it is no morning any more.
  expires_at timestamptz(3) not null,
  -- When it was known what is due.
  counted_at timestamptz(3),
  primary key (user_id, local_day)
);

create index morning_reminders_expired on morning_reminders (expires_at);
