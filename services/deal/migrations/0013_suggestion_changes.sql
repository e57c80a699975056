-- Since when the proposed change may have been made although the suggestion is open: it was begun, and what came of it is not known.
alter table suggestions add column change_began_at timestamptz(3);
