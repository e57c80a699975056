-- Milliseconds that a turn ran before it last waited for its user.
alter table turns add column ran_ms integer not null default 0;
