-- no transaction
-- Writes apart from reads, of which there are many more. What a failed build has left behind is built anew.
drop index concurrently if exists agent_tool_calls_writes;
create index concurrently agent_tool_calls_writes on agent_tool_calls (user_id, at desc, id desc)
  where tier > 0 or not_written_down is not null;
