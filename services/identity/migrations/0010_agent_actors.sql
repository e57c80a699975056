-- Who an agent said that it is when it asked, and by what it is reached: its own words, for the list of connections and for activity.
alter table agent_auth_requests
  add column actor_id text check (length(actor_id) between 1 and 100),
  add column channel  text check (length(channel) between 1 and 100);

-- Connections from before scopes were recorded count as having the four `svc.*` scopes.
alter table agent_auth_requests alter column scopes drop not null;
