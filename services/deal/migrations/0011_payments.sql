create table deal_payments (
  id         uuid           primary key,
  deal_id    uuid           not null references deals (id) on delete cascade,
  -- The deal's owner, which never changes: sums over all of an owner's payments are one index range.
  owner_id   uuid           not null,
  direction  text           not null check (direction in ('incoming', 'outgoing')),
  amount     numeric(14, 2) not null check (amount >= 0),
  currency   text           not null check (currency ~ '^[A-Z]{3}$'),
  status     text           not null check (status in ('expected', 'invoiced', 'paid', 'cancelled')),
  due_date   date,
  paid_at    timestamptz(3) check (paid_at is null or status = 'paid'),
  reference  text           check (length(reference) between 1 and 200),
  notes      text           check (length(notes) between 1 and 2000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version    integer        not null default 1
);

create index deal_payments_newest on deal_payments (deal_id, created_at desc, id desc);
create index deal_payments_of_owner on deal_payments (owner_id) include (currency, direction, status, amount);
