-- Work that recurs and that one process does for all.
create table upkeep_turns (
  name       text        primary key,
  -- Until then nobody else has to.
  held_until timestamptz not null
);
