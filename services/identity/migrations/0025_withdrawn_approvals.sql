-- When the copilot withdrew what it had asked for; null for what ended in another way.
alter table agent_approvals add column withdrawn_at timestamptz(3);
