-- no transaction
-- What administrators list and count: whose settings changed last, and memories that came of what was learned. What a failed build has
-- left behind is rebuilt.
drop index concurrently if exists copilot_configs_changed;
create index concurrently copilot_configs_changed on copilot_configs (updated_at desc, user_id);
drop index concurrently if exists memories_learned;
create index concurrently memories_learned on memories (archived_at) where source_type = 'copilot_learning';
