-- Every request for a link that was seen, until retention ends. There is no foreign key to links: a check per event would cost
-- more than the event, and what counts events leaves out those of links that are gone.
create table clicks (
  id            uuid           not null,
  occurred_at   timestamptz(3) not null,
  link_id       uuid           not null,
  -- Requests that the row stands for: more than one when detail had to be given up.
  weight        integer        not null check (weight > 0),
  -- '' when none was sent, or when the link did not learn of it.
  referrer_host text           not null,
  -- ISO 3166-1 alpha-2; '' when not known.
  country       text           not null,
  device        text           not null check (device in ('desktop', 'mobile', 'tablet', 'tv', 'other')),
  browser       text           not null,
  -- Why the request is no click; '' when it is one.
  exclusion     text           not null check (exclusion in ('', 'bot', 'head', 'prefetch')),
  -- Tells visitors of one day apart; null for what is no click and when detail was given up.
  visitor_hash  bytea          check (visitor_hash is null or (length(visitor_hash) = 16 and exclusion = '')),
  primary key (occurred_at, id)
) partition by range (occurred_at);

create index clicks_of_link on clicks (link_id);

-- What no month holds yet; the service makes the months.
create table clicks_default partition of clicks default;

-- Counts by quarter hour, which whole days of every time zone consist of. They outlive the rows of clicks.
create table click_quarter_hour (
  link_id         uuid        not null,
  quarter         timestamptz not null,
  exclusion       text        not null,
  referrer_host   text        not null,
  country         text        not null,
  device          text        not null,
  clicks          bigint      not null,
  -- Visitors seen for the first time on that UTC day.
  unique_visitors bigint      not null,
  primary key (link_id, quarter, exclusion, referrer_host, country, device)
) with (fillfactor = 80);

-- Who has been seen on a UTC day; kept for two days.
create table click_visitors (
  day          date  not null,
  link_id      uuid  not null,
  visitor_hash bytea not null,
  primary key (day, link_id, visitor_hash)
);

create table link_totals (
  link_id       uuid           primary key,
  clicks        bigint         not null,
  bots          bigint         not null,
  -- Null when only bots came.
  last_click_at timestamptz(3)
) with (fillfactor = 80);

-- Without the salt of its day nobody can tell whose a visitor hash is; kept for two days.
create table visitor_salts (
  day  date  primary key,
  salt bytea not null check (length(salt) = 32)
);
