-- no transaction
-- Beside the writes of both versions. What a failed build has left behind is rebuilt.
alter table invitations validate constraint invitations_mailed_secret_hash_check;
drop index concurrently if exists invitations_mailed_secret;
create unique index concurrently invitations_mailed_secret on invitations (mailed_secret_hash);
drop index concurrently if exists invitations_of_address;
create index concurrently invitations_of_address on invitations (lower(email), created_at desc, id desc);
drop index concurrently if exists user_settings_reminded;
create index concurrently user_settings_reminded on user_settings (time_zone, user_id)
  where morning_reminder_since is not null;
