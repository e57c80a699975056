-- What a search of contacts looks at, each part on a line of its own; notes are apart, because only their owner finds a contact by
-- them. Handles are found with and without `@`, phone numbers also by their bare digits.
create function contact_search_text(name text, email text, phone text, company text, handles jsonb, tags text[]) returns text
  language sql immutable parallel safe
  return extensions.search_text(concat_ws(E'\n', name, email, phone, regexp_replace(phone, '[^0-9]', '', 'g'), company,
           (select string_agg('@' || ltrim(h ->> 'handle', '@'), E'\n') from jsonb_array_elements(handles) as h),
           array_to_string(tags, E'\n')));

create table contacts (
  id          uuid           primary key,
  owner_id    uuid           not null,
  kind        text           not null check (kind in ('contact', 'influencer')),
  name        text           not null check (length(name) between 1 and 200),
  email       text           check (length(email) between 1 and 254),
  phone       text           check (length(phone) between 1 and 50),
  company     text           check (length(company) between 1 and 200),
  -- A list of {platform, handle, url}.
  handles     jsonb          not null default '[]' check (jsonb_typeof(handles) = 'array' and jsonb_array_length(handles) <= 20),
  tags        text[]         not null default '{}' check (cardinality(tags) <= 50),
  notes       text           check (length(notes) between 1 and 10000),
  revenue     numeric(14, 2) check (revenue >= 0),
  currency    text           not null check (currency ~ '^[A-Z]{3}$'),
  search_text text           not null
              generated always as (contact_search_text(name, email, phone, company, handles, tags)) stored,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  version     integer        not null default 1
);

create index contacts_newest on contacts (owner_id, kind, created_at desc, id desc);
create index contacts_export on contacts (owner_id, kind, id);
create index contacts_search on contacts
  using gin (search_text extensions.gin_trgm_ops, extensions.search_text(notes) extensions.gin_trgm_ops);

-- What tells that two contacts are the same person: e-mail address, phone number and handles, each as it is compared. Written with
-- the contact; owner and kind are the contact's and never change.
create table contact_match_keys (
  contact_id uuid not null references contacts (id) on delete cascade,
  owner_id   uuid not null,
  kind       text not null,
  -- Such as `email:ann@example.org`, `phone:+4917012345` or `handle:instagram:ann`; only ever compared for being the same.
  key        text collate "C" not null,
  primary key (contact_id, key)
);

create index contact_match_keys_of_key on contact_match_keys (key, kind) include (owner_id, contact_id);
create index contact_match_keys_of_owner on contact_match_keys (owner_id, kind, key) include (contact_id);

create table contact_team_shares (
  id         uuid           primary key,
  contact_id uuid           not null references contacts (id) on delete cascade,
  team_id    uuid           not null,
  shared_by  uuid           not null,
  created_at timestamptz(3) not null default now(),
  unique (contact_id, team_id)
);

create index contact_team_shares_of_team on contact_team_shares (team_id, contact_id);

-- Nothing has set these columns before. A deal loses its link with the contact; that does not count as a change of the deal.
alter table deals
  add foreign key (contact_id) references contacts (id) on delete set null,
  add foreign key (influencer_id) references contacts (id) on delete set null;

create index deals_contact on deals (contact_id) where contact_id is not null;
create index deals_influencer on deals (influencer_id) where influencer_id is not null;
