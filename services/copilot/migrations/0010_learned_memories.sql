-- no transaction
-- Memories that came of what was learned, for administrators, who count them. What a failed build has left behind is built anew.
drop index concurrently if exists memories_learned;
create index concurrently memories_learned on memories (archived_at) where source_type = 'copilot_learning';
