-- no transaction
-- What no month has been made for is found by its time: whether a month has rows there, and what is past keeping.
drop index concurrently if exists deal_activity_default_by_time;
create index concurrently deal_activity_default_by_time on deal_activity_default (created_at);
