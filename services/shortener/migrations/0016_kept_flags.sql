-- A flagged link that its owner has led to another target: what is decided about that target does not take the flag back.
alter table links add column keeps_flag boolean not null default false;
