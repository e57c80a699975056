-- Which agent wrote it, and what the user had to say to it: an approval before it was kept, or a word afterwards.
alter table memories
  add column connection_id uuid,
  add column approval_id   uuid,
  -- When the user took it out of the inbox and let it be.
  add column kept_at       timestamptz(3),
  drop constraint memories_check,
  -- An approval needs no note.
  add constraint memories_approved check (actor_kind = 'user' or approval_note is not null or approval_id is not null) not valid;
