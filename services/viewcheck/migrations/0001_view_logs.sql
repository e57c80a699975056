-- A ledger of readings: corrections are kept, and a reading that could not be taken has no row.
create table view_logs (
  id                        uuid           primary key,
  -- Owner of the deal.
  owner_id                  uuid           not null,
  deal_id                   uuid           not null,
  video_id                  uuid           not null,
  value                     bigint         not null check (value between 0 and 9007199254740991),
  checked_at                timestamptz(3) not null check (checked_at >= '2004-12-31'),
  source_url                text           check (length(source_url) <= 2048),
  note                      text           check (length(note) <= 2000),
  logged_by_id              uuid           not null,
  logged_by_name            text           not null,
  source                    text           not null check (source in ('dashboard', 'extension', 'agent', 'import')),
  raw_text                  text,
  value_precision           text           not null default 'exact' check (value_precision in ('exact', 'rounded')),
  metric                    text           not null default 'views' check (metric in ('views', 'plays')),
  grade                     text           not null default 'none'
                                           check (grade in ('server_captured', 'extension_captured', 'uploaded', 'none')),
  observed_promo_at_seconds double precision check (observed_promo_at_seconds >= 0),
  created_at                timestamptz(3) not null default now(),
  updated_at                timestamptz(3) not null default now(),
  version                   integer        not null default 1
);

create index view_logs_of_owner on view_logs (owner_id, checked_at desc, id desc);
create index view_logs_of_deal on view_logs (deal_id, checked_at desc, id desc);
create index view_logs_of_video on view_logs (video_id, checked_at desc, id desc);
-- For the deletion of an account that recorded readings for others.
create index view_logs_for_others on view_logs (logged_by_id) where logged_by_id <> owner_id;
create index view_logs_note on view_logs using gin (extensions.search_text(note) extensions.gin_trgm_ops);

-- What a correction replaced and by what.
create table view_log_corrections (
  id                uuid           primary key,
  view_log_id       uuid           not null references view_logs (id) on delete cascade,
  corrected_by_id   uuid           not null,
  corrected_by_name text           not null,
  corrected_at      timestamptz(3) not null default now(),
  before            jsonb          not null,
  after             jsonb          not null
);

create index view_log_corrections_of_log on view_log_corrections (view_log_id, corrected_at desc, id desc);
create index view_log_corrections_by on view_log_corrections (corrected_by_id);

-- Counts the changes of a video's newest reading, so that deal can tell late deliveries from new ones. A row outlives its readings.
create table video_revisions (
  video_id uuid   primary key,
  deal_id  uuid   not null,
  owner_id uuid   not null,
  revision bigint not null default 1
);

create index video_revisions_of_deal on video_revisions (deal_id);
create index video_revisions_of_owner on video_revisions (owner_id);
