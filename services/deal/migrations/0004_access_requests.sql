-- Requests to see sensitive fields of what somebody shares; an approved one opens them until it expires or is revoked.
create table access_requests (
  id           uuid           primary key,
  owner_id     uuid           not null,
  requester_id uuid           not null,
  scope        text           not null check (scope in ('deal.amount', 'influencer.revenue')),
  -- One record; null asks for all of the owner's that are shared with the requester.
  entity_id    uuid,
  reason       text           not null check (length(reason) between 1 and 1000),
  status       text           not null default 'pending' check (status in ('pending', 'approved', 'denied', 'revoked')),
  expires_at   timestamptz(3),
  decided_at   timestamptz(3),
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  version      integer        not null default 1,
  check (owner_id <> requester_id)
);

create index access_requests_granted on access_requests (requester_id, owner_id, scope) where status = 'approved';
create index access_requests_of_owner on access_requests (owner_id, created_at desc, id desc);
create index access_requests_of_requester on access_requests (requester_id, created_at desc, id desc);
-- Asking again while a request is open is the same request.
create unique index access_requests_open on access_requests
  (requester_id, owner_id, scope, coalesce(entity_id, '00000000-0000-0000-0000-000000000000')) where status = 'pending';
