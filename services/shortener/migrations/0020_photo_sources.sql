-- The screenshots that photo links were created for: a link ends with its screenshot, even if its creation was never answered.
create table photo_sources (
  owner_id      uuid not null,
  screenshot_id uuid not null,
  -- Null for a screenshot that ended before it had a link.
  link_id       uuid,
  -- Set when the screenshot ends: a link that is asked for later is refused. The row goes after a week.
  ended_at      timestamptz(3),
  primary key (owner_id, screenshot_id)
);

create index photo_sources_ended on photo_sources (ended_at) where ended_at is not null;
