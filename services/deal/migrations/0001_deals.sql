-- What a search of deals looks at; notes are apart, because only their owner finds a deal by them. The parts stand on lines of
-- their own, so that no search matches across two of them. Immutable: text of arrays of text depends on no setting.
create function deal_search_text(name text, brand text, promo_code text, contact_name text, tags text[]) returns text
  language sql immutable parallel safe
  return extensions.search_text(concat_ws(E'\n', name, brand, promo_code, contact_name, array_to_string(tags, E'\n')));

-- Days after posting, ascending, each once.
create function are_view_check_days(days integer[]) returns boolean
  language sql immutable parallel safe
  return cardinality(days) between 1 and 10
     and days = array(select distinct day from unnest(days) as day where day between 0 and 3650 order by day);

create table deals (
  id              uuid           primary key,
  owner_id        uuid           not null,
  name            text           not null check (length(name) between 1 and 200),
  brand           text           check (length(brand) between 1 and 200),
  status          text           not null check (status in ('draft', 'active', 'completed', 'cancelled')),
  promo_code      text           check (length(promo_code) between 1 and 64),
  promo_link      text           check (length(promo_link) between 1 and 2048),
  price           numeric(14, 2) check (price >= 0),
  currency        text           not null check (currency ~ '^[A-Z]{3}$'),
  views_target    bigint         check (views_target between 0 and 1000000000000),
  platform        text           check (length(platform) between 1 and 50),
  post_date       date,
  contact_name    text           check (length(contact_name) between 1 and 200),
  contact_id      uuid,
  influencer_id   uuid,
  notes           text           check (length(notes) between 1 and 10000),
  tags            text[]         not null default '{}' check (cardinality(tags) <= 50),
  view_check_days integer[]      not null check (are_view_check_days(view_check_days)),
  -- Follow the videos and their newest readings, and do not count as changes of the deal.
  video_count     integer        not null default 0 check (video_count >= 0),
  total_views     bigint         not null default 0 check (total_views between 0 and 9007199254740991),
  search_text     text           not null
                  generated always as (deal_search_text(name, brand, promo_code, contact_name, tags)) stored,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  version         integer        not null default 1
);

create unique index deals_active_promo_code on deals (owner_id, lower(promo_code))
  where status = 'active' and promo_code is not null;
-- The other orders of a list sort the owner's rows: the total counts them anyway, and readings would have to maintain an index.
create index deals_newest on deals (owner_id, created_at desc, id desc);
create index deals_search on deals
  using gin (search_text extensions.gin_trgm_ops, extensions.search_text(notes) extensions.gin_trgm_ops);

create table deal_team_shares (
  deal_id    uuid           not null references deals (id) on delete cascade,
  team_id    uuid           not null,
  shared_by  uuid           not null,
  created_at timestamptz(3) not null default now(),
  primary key (deal_id, team_id)
);

create index deal_team_shares_of_team on deal_team_shares (team_id, deal_id);
