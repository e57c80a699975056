-- Tells a repeat from another reading under the same key, keyed like the id. Absent in keys of the version before.
alter table reading_keys add column input_hash bytea;
