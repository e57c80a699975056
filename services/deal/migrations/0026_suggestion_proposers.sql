-- The agent that made a suggestion: how it came, who it says that it is, and by what it says that it is reached.
alter table suggestions add column proposer jsonb;
