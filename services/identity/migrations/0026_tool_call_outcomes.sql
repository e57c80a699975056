-- no transaction
-- Calls that were denied or failed, and those of the copilot, of each of which there are few. What a failed build has left behind is built again.
drop index concurrently if exists agent_tool_calls_by_outcome;
create index concurrently agent_tool_calls_by_outcome on agent_tool_calls (user_id, status, at desc, id desc)
  where status <> 'ok';
drop index concurrently if exists agent_tool_calls_of_copilot;
create index concurrently agent_tool_calls_of_copilot on agent_tool_calls (user_id, at desc, id desc)
  where surface = 'copilot';
