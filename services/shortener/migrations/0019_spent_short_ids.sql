-- Short ids of deleted accounts, which are never given again: SHA-256 of the id in lower case, because a chosen one may name a person.
create table spent_short_ids (
  hash bytea primary key check (length(hash) = 32)
);
