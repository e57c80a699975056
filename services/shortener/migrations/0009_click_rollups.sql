-- A link with many clicks has thousands of rows a day in click_quarter_hour, and its statistics of all time read each of them. Once
-- such a day is over, its rows go into three tables: what was counted of the day, by one thing at a time; what was counted by quarter
-- hour, for days of other time zones; and the rows themselves, which only the first and the last day of a range need. Counts in these
-- tables and in click_quarter_hour add up, wherever a row is.
create table click_day_totals (
  link_id         uuid   not null,
  day             date   not null,
  dimension       text   not null check (dimension in ('exclusion', 'referrer', 'country', 'device')),
  name            text   not null,
  clicks          bigint not null,
  unique_visitors bigint not null,
  primary key (link_id, day, dimension, name)
);

-- Clicks alone, without what was excluded.
create table click_quarter_totals (
  link_id         uuid        not null,
  quarter         timestamptz not null,
  clicks          bigint      not null,
  unique_visitors bigint      not null,
  primary key (link_id, quarter)
);

create table click_quarter_hour_history (like click_quarter_hour including all);

-- Rows come about in the order of their time, so that a few pages say where those of a day are.
create index click_quarter_hour_time on click_quarter_hour using brin (quarter) with (pages_per_range = 32, autosummarize = on);
create index click_quarter_hour_history_time on click_quarter_hour_history using brin (quarter)
  with (pages_per_range = 32, autosummarize = on);
create index click_day_totals_time on click_day_totals using brin (day) with (pages_per_range = 32, autosummarize = on);

-- How far work that goes day by day has come.
create table click_day_progress (
  task         text primary key,
  done_through date not null
);
