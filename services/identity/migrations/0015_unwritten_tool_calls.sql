-- Some rows are not of one call: they say how many were not written down.
alter table agent_tool_calls add column not_written_down integer;
