-- Whether an administrator has set the copilot's daily limit: until then the environment says it. An earlier change is in the audit,
-- and whatever is not the default was set by somebody too.
alter table system_settings add column copilot_free_daily_limit_is_set boolean not null default false;

update system_settings
   set copilot_free_daily_limit_is_set =
         copilot_free_daily_limit <> 25
         or exists (select from audit_events
                     where action = 'system_settings.changed' and changes @> '[{"field": "copilotFreeDailyLimit"}]');

-- A trigger, so that a limit counts too that the version before writes, which knows nothing of this. It writes the column with every
-- change of a switch, so only another number is one that somebody has set.
create function note_copilot_limit() returns trigger
  language plpgsql
as $$
begin
  new.copilot_free_daily_limit_is_set := true;
  return new;
end
$$;
create trigger system_settings_copilot_limit before update of copilot_free_daily_limit on system_settings
  for each row when (new.copilot_free_daily_limit <> old.copilot_free_daily_limit)
  execute function note_copilot_limit();
