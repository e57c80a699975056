-- How an agent made the change, and what it says of itself; null for users. What is there already is not looked at again: all of it is null.
alter table deal_activity
  add column agent_source text,
  add column actor_id     text,
  add column channel      text,
  add column approval_id  uuid,
  -- The reading that was added, corrected or deleted, before and after.
  add column reading      jsonb;
alter table deal_activity
  add constraint deal_activity_agent_source check (agent_source in ('https', 'mcp', 'copilot')) not valid;
