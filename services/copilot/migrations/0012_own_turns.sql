-- The process that holds it knows of users' own providers.
alter table turns add column holder_knows_byok boolean not null default false;

-- A trigger, because a process of the version before knows nothing of it: it would have the models of the installation answer a turn of
-- a user's own provider, which the user may not have agreed to. Nothing is updated, so it takes the turn for another process's.
create function keep_own_turns() returns trigger
  language plpgsql
as $$
begin
  if new.billing = 'byok' and new.held_by is not null and not new.holder_knows_byok then
    return null;
  end if;
  return new;
end
$$;
create trigger turns_own_held before update of held_by on turns for each row execute function keep_own_turns();
