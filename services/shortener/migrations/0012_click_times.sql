-- no transaction
-- A range of blocks says where the rows of a day are only as long as rows come about in the order of their time: those that fill the
-- holes of rows that were moved do not.
drop index concurrently if exists click_quarter_hour_of_quarter;
create index concurrently click_quarter_hour_of_quarter on click_quarter_hour (quarter);
drop index concurrently if exists click_quarter_hour_history_of_quarter;
create index concurrently click_quarter_hour_history_of_quarter on click_quarter_hour_history (quarter);
drop index concurrently if exists click_day_totals_of_day;
create index concurrently click_day_totals_of_day on click_day_totals (day);
drop index concurrently if exists click_quarter_hour_time;
drop index concurrently if exists click_quarter_hour_history_time;
drop index concurrently if exists click_day_totals_time;
-- Nothing new comes into this table; until what is left in it has gone with its days, deleted accounts look their links up in it.
drop index concurrently if exists click_visitors_of_link;
create index concurrently click_visitors_of_link on click_visitors (link_id);
