-- The calendar on which an owner's checks count as done; UTC for owners without a row.
create table owner_time_zones (
  owner_id         uuid    primary key,
  time_zone        text    not null,
  -- Version of the owner's settings that the time zone is from.
  settings_version integer not null
);

-- The time zone itself when this server knows it, else UTC: the zones of two systems are rarely of the same year.
create function known_time_zone(time_zone text) returns text
  language plpgsql stable
as $$
begin
  perform now() at time zone time_zone;
  return time_zone;
exception
  when invalid_parameter_value then
    return 'UTC';
end
$$;

-- The one definition of what is due. A check falls due so many days after posting, and is done when the newest reading was taken
-- on that date or later, on the owner's calendar. Answers the days of the earliest check not done; null when all are done or the
-- deal is not active.
create function next_check_day(
  deal_status text, post_date date, view_check_days integer[], latest_checked_at timestamptz, time_zone text
) returns integer
  language sql immutable parallel safe
  return (select min(day)
            from unnest(view_check_days) as day
           where deal_status = 'active'
             and (latest_checked_at is null
              or post_date + day > (latest_checked_at at time zone coalesce(time_zone, 'UTC'))::date));

-- Whoever changes videos, or what their checks depend on, has locked the deal's row first.
create table deal_videos (
  id                uuid           primary key,
  deal_id           uuid           not null references deals (id) on delete cascade,
  -- The deal's owner, which never changes: lists over all of an owner's videos are one index range.
  owner_id          uuid           not null,
  url               text           not null check (length(url) <= 2048),
  original_url      text           not null check (length(original_url) <= 2048),
  canonical_key     text           not null check (length(canonical_key) <= 300),
  platform          text           not null
                    check (platform in ('youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch', 'other')),
  platform_video_id text           check (length(platform_video_id) <= 300),
  title             text           check (length(title) between 1 and 200),
  post_date         date           not null,
  needs_resolution  boolean        not null default false,
  latest_value      bigint         check (latest_value between 0 and 9007199254740991),
  latest_checked_at timestamptz(3),
  -- Tells late deliveries of readings from new ones.
  reading_revision  bigint         not null default 0,
  -- As next_check_day() says.
  next_check_day    integer,
  next_due_date     date           generated always as (post_date + next_check_day) stored,
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  version           integer        not null default 1,
  unique (deal_id, canonical_key),
  check ((latest_value is null) = (latest_checked_at is null))
);

create index deal_videos_newest on deal_videos (deal_id, created_at desc, id desc);
create index deal_videos_due on deal_videos (owner_id, next_due_date, id) where next_due_date is not null;
create index deal_videos_canonical_key on deal_videos (owner_id, canonical_key);
-- For searches of view logs by the address of the video.
create index deal_videos_address on deal_videos using gin (extensions.search_text(url) extensions.gin_trgm_ops);
