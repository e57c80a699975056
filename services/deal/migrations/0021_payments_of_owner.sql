-- For the list of all of an owner's payments, newest first.
create index deal_payments_newest_of_owner on deal_payments (owner_id, created_at desc, id desc);
