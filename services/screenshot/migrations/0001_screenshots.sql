-- Stored images, by the hash of their bytes: the same bytes are kept once, whoever sends them.
create table image_blobs (
  sha256       text           primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes        bigint         not null,
  content_type text           not null,
  width        integer        not null,
  height       integer        not null,
  frames       integer        not null,
  has_location boolean        not null,
  created_at   timestamptz(3) not null default now(),
  -- Written before the objects are put. Whoever sweeps holds the row's lock while it deletes them, so that neither passes the other.
  last_put_at  timestamptz(3) not null default now()
);

create index image_blobs_put on image_blobs (last_put_at);

create table screenshots (
  id                 uuid           primary key,
  owner_id           uuid           not null,
  short_id           text           not null unique check (short_id ~ '^[1-9A-HJ-NP-Za-km-z]{12}$'),
  status             text           not null
                                    check (status in ('pending', 'processing', 'uploaded', 'failed', 'expired', 'deleted')),
  origin             text           not null default 'upload' check (origin in ('upload', 'capture')),
  grade              text           check (grade in ('server_captured', 'extension_captured', 'uploaded')),
  deal_id            uuid,
  video_id           uuid,
  source_url         text           check (length(source_url) <= 2048),
  canonical_key      text           check (length(canonical_key) <= 300),
  platform           text           check (length(platform) <= 40),
  detected_views     bigint         check (detected_views between 0 and 9007199254740991),
  detected_detail    jsonb,
  blob_sha256        text           references image_blobs (sha256),
  warnings           text[]         not null default '{}',
  capture            jsonb,
  failure            jsonb,
  note               text           check (length(note) <= 2000),
  wants_short_link   boolean        not null default false,
  short_link         jsonb,
  captured_at        timestamptz(3),
  -- Until when an image may come; null once there is one.
  expires_at         timestamptz(3),
  -- Who is at work on the image, and since when.
  claim_id           uuid,
  claimed_at         timestamptz(3),
  -- When it expired or was deleted.
  ended_at           timestamptz(3),
  created_at         timestamptz(3) not null default now(),
  updated_at         timestamptz(3) not null default now(),
  version            integer        not null default 1,
  check (video_id is null or deal_id is not null),
  check ((status = 'uploaded') = (blob_sha256 is not null)),
  check ((status in ('expired', 'deleted')) = (ended_at is not null)),
  check ((status = 'processing') = (claim_id is not null and claimed_at is not null))
);

create index screenshots_of_owner on screenshots (owner_id, created_at desc, id desc);
create index screenshots_of_video on screenshots (video_id, created_at desc, id desc) where video_id is not null;
create index screenshots_of_deal on screenshots (deal_id, created_at desc, id desc) where deal_id is not null;
create index screenshots_of_page on screenshots (canonical_key) where canonical_key is not null;
create index screenshots_of_blob on screenshots (blob_sha256) where blob_sha256 is not null;
-- What time changes: reservations that end, claims that nobody works on, records that nobody needs any more.
create index screenshots_expiring on screenshots (expires_at) where status = 'pending';
create index screenshots_claimed on screenshots (claimed_at) where status = 'processing';
create index screenshots_ended on screenshots (ended_at) where ended_at is not null;

-- A share with a team.
create table screenshot_shares (
  id            uuid           primary key,
  screenshot_id uuid           not null references screenshots (id) on delete cascade,
  team_id       uuid           not null,
  shared_by     uuid           not null,
  created_at    timestamptz(3) not null default now(),
  -- When it was shared with the same team again; null when it was shared once.
  confirmed_at  timestamptz(3),
  unique (screenshot_id, team_id)
);

create index screenshot_shares_of_team on screenshot_shares (team_id, created_at desc, id desc);

-- Counts that somebody replaced by another reading of the picture.
create table detected_view_history (
  id              uuid           primary key,
  screenshot_id   uuid           not null references screenshots (id) on delete cascade,
  changed_by      uuid           not null,
  changed_at      timestamptz(3) not null default now(),
  detected_views  bigint,
  detected_detail jsonb
);

create index detected_view_history_of_screenshot on detected_view_history (screenshot_id, changed_at desc);

-- Work that recurs and that one process does for all.
create table upkeep_turns (
  name       text        primary key,
  -- Until then nobody else has to.
  held_until timestamptz not null
);
