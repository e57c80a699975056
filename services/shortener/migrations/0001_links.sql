create table links (
  id               uuid           primary key,
  -- As it was given or made; links are found without regard to case.
  short_id         text           not null check (short_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$'),
  kind             text           not null check (kind in ('url', 'photo')),
  -- The user whose link it is, also when an agent made it; null for guests.
  owner_id         uuid,
  -- OAuth client of the agent that made it; null for people and guests.
  client_id        text           check (length(client_id) <= 100),
  -- Null for photos.
  target_url       text           check (length(target_url) <= 8192),
  title            text           check (length(title) between 1 and 200),
  campaign         text           check (length(campaign) between 1 and 100),
  tags             text[]         not null default '{}' check (cardinality(tags) <= 50),
  deal_id          uuid,
  -- SHA-256 of what lets a guest take the link back.
  claim_token_hash bytea          check (length(claim_token_hash) = 32),
  is_active        boolean        not null default true,
  expires_at       timestamptz(3),
  -- Set when an administrator has found the target to be harmful.
  flagged_at       timestamptz(3),
  -- A deleted link keeps its short id, so that nobody can take it over.
  deleted_at       timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  version          integer        not null default 1,
  check ((kind = 'url') = (target_url is not null)),
  check (client_id is null or owner_id is not null)
);

create unique index links_short_id on links (lower(short_id));
create index links_of_owner on links (owner_id, created_at desc, id desc);
create index links_of_agent on links (owner_id, client_id, created_at desc, id desc) where deleted_at is null and client_id is not null;
-- Targets are too long for an index of their own.
create index links_of_target on links (md5(target_url)) where target_url is not null;
create index links_of_deal on links (deal_id) where deal_id is not null;

-- The image behind a photo link; the image itself is in the object store.
create table link_photos (
  link_id              uuid   primary key references links (id) on delete cascade,
  sha256               text   not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the image that was sent.
  content_type         text   not null,
  bytes                bigint not null,
  width                integer not null,
  height               integer not null,
  -- What anybody with the link sees: without location data and other metadata.
  display_key          text   not null,
  display_content_type text   not null
);

create index link_photos_of_image on link_photos (sha256);

-- Every process hears of every change, so that no cache outlives it: the short id in lower case, and the version from which on
-- what is known may be kept.
create function notify_link_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('short_links', lower(old.short_id) || ' ' || (old.version + 1));
    return old;
  end if;
  perform pg_notify('short_links', lower(new.short_id) || ' ' || new.version);
  return new;
end $$;

create trigger links_changed after insert or update or delete on links
  for each row execute function notify_link_change();
