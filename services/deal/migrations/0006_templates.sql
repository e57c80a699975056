create table message_templates (
  id         uuid           primary key,
  owner_id   uuid           not null,
  name       text           not null check (length(name) between 1 and 200),
  subject    text           check (length(subject) between 1 and 200),
  body       text           not null check (length(body) between 1 and 20000),
  tags       text[]         not null default '{}' check (cardinality(tags) <= 50),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version    integer        not null default 1
);

create index message_templates_newest on message_templates (owner_id, created_at desc, id desc);

-- Contents are apart from their templates, so that nothing but the owner's look at one template reads them.
create table message_template_attachments (
  id           uuid     primary key,
  template_id  uuid     not null references message_templates (id) on delete cascade,
  -- Place among the template's attachments, from 1.
  position     smallint not null check (position between 1 and 10),
  name         text     not null check (length(name) between 1 and 200),
  content_type text     not null check (length(content_type) between 3 and 200),
  content      bytea    not null check (octet_length(content) <= 5242880),
  unique (template_id, position)
);

create table message_template_team_shares (
  id                  uuid           primary key,
  message_template_id uuid           not null references message_templates (id) on delete cascade,
  team_id             uuid           not null,
  shared_by           uuid           not null,
  created_at          timestamptz(3) not null default now(),
  unique (message_template_id, team_id)
);

create index message_template_team_shares_of_team on message_template_team_shares (team_id, message_template_id);

create table deal_templates (
  id            uuid           primary key,
  owner_id      uuid           not null,
  name          text           not null check (length(name) between 1 and 200),
  platform      text           check (length(platform) between 1 and 50),
  deliverables  text           check (length(deliverables) between 1 and 10000),
  views_target  bigint         check (views_target between 0 and 1000000000000),
  timeline_days integer        check (timeline_days between 0 and 3650),
  price         numeric(14, 2) check (price >= 0),
  currency      text           not null check (currency ~ '^[A-Z]{3}$'),
  notes         text           check (length(notes) between 1 and 10000),
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now(),
  version       integer        not null default 1
);

create index deal_templates_newest on deal_templates (owner_id, created_at desc, id desc);

create table deal_template_team_shares (
  id               uuid           primary key,
  deal_template_id uuid           not null references deal_templates (id) on delete cascade,
  team_id          uuid           not null,
  shared_by        uuid           not null,
  created_at       timestamptz(3) not null default now(),
  unique (deal_template_id, team_id)
);

create index deal_template_team_shares_of_team on deal_template_team_shares (team_id, deal_template_id);
