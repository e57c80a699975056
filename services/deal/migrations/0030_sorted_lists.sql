-- no transaction
-- An index whose building was cut is there and serves nobody: it goes, and is built again.
do $$
declare
  unfinished text;
begin
  for unfinished in
    select relname from pg_class join pg_index on indexrelid = pg_class.oid
     where not indisvalid
       and relnamespace = 'deal'::regnamespace
       and relname ~ '^(deals|deal_progress|deal_videos|deal_payments|tasks|contacts)_by_[a-z_]+$' and relname !~ '_unfinished$'
  loop
    execute format('alter index deal.%I rename to %I', unfinished, unfinished || '_unfinished');
  end loop;
end
$$;
drop index concurrently if exists deals_by_name_unfinished;
drop index concurrently if exists deals_by_status_unfinished;
drop index concurrently if exists deals_by_brand_unfinished;
drop index concurrently if exists deals_by_price_unfinished;
drop index concurrently if exists deals_by_post_date_unfinished;
drop index concurrently if exists deals_by_change_unfinished;
drop index concurrently if exists deal_progress_by_views_unfinished;
drop index concurrently if exists deal_progress_by_part_unfinished;
drop index concurrently if exists deal_progress_by_due_date_unfinished;
drop index concurrently if exists deal_videos_by_title_unfinished;
drop index concurrently if exists deal_videos_by_platform_unfinished;
drop index concurrently if exists deal_videos_by_post_date_unfinished;
drop index concurrently if exists deal_videos_by_views_unfinished;
drop index concurrently if exists deal_videos_by_due_date_unfinished;
drop index concurrently if exists deal_payments_by_amount_unfinished;
drop index concurrently if exists deal_payments_by_status_unfinished;
drop index concurrently if exists deal_payments_by_due_date_unfinished;
drop index concurrently if exists deal_payments_by_paid_at_unfinished;
drop index concurrently if exists tasks_by_title_unfinished;
drop index concurrently if exists tasks_by_status_unfinished;
drop index concurrently if exists tasks_by_priority_unfinished;
drop index concurrently if exists tasks_by_due_date_unfinished;
drop index concurrently if exists contacts_by_name_unfinished;
drop index concurrently if exists contacts_by_company_unfinished;
drop index concurrently if exists contacts_by_email_unfinished;
drop index concurrently if exists contacts_by_change_unfinished;

-- Each order of a list, by the expressions that the list sorts by; the other direction reads them backward.
create index concurrently if not exists deals_by_name on deals (owner_id, "left"(extensions.search_text(name), 200), id);
create index concurrently if not exists deals_by_status on deals
  (owner_id, array_position(array['draft', 'active', 'completed', 'cancelled'], status), id);
create index concurrently if not exists deals_by_brand on deals (owner_id, "left"(extensions.search_text(brand), 200), id);
create index concurrently if not exists deals_by_price on deals (owner_id, price, id);
create index concurrently if not exists deals_by_post_date on deals (owner_id, post_date, id);
create index concurrently if not exists deals_by_change on deals (owner_id, updated_at, id);
create index concurrently if not exists deal_progress_by_views on deal_progress (owner_id, total_views, deal_id);
create index concurrently if not exists deal_progress_by_part on deal_progress (owner_id, progress, deal_id);
create index concurrently if not exists deal_progress_by_due_date on deal_progress (owner_id, next_due_date, deal_id);
create index concurrently if not exists deal_videos_by_title on deal_videos (owner_id, "left"(search_title, 200), id);
create index concurrently if not exists deal_videos_by_platform on deal_videos (owner_id, platform, id);
create index concurrently if not exists deal_videos_by_post_date on deal_videos (owner_id, post_date, id);
create index concurrently if not exists deal_videos_by_views on deal_videos (owner_id, latest_value, id);
create index concurrently if not exists deal_videos_by_due_date on deal_videos (owner_id, next_due_date, id);
create index concurrently if not exists deal_payments_by_amount on deal_payments (owner_id, amount, id);
create index concurrently if not exists deal_payments_by_status on deal_payments
  (owner_id, array_position(array['expected', 'invoiced', 'paid', 'cancelled'], status), id);
create index concurrently if not exists deal_payments_by_due_date on deal_payments (owner_id, due_date, id);
create index concurrently if not exists deal_payments_by_paid_at on deal_payments (owner_id, paid_at, id);
create index concurrently if not exists tasks_by_title on tasks (owner_id, "left"(extensions.search_text(title), 200), id);
create index concurrently if not exists tasks_by_status on tasks
  (owner_id, array_position(array['todo', 'in_progress', 'done', 'cancelled'], status), id);
create index concurrently if not exists tasks_by_priority on tasks
  (owner_id, array_position(array['low', 'normal', 'high'], priority), id);
create index concurrently if not exists tasks_by_due_date on tasks (owner_id, due_date, id);
create index concurrently if not exists contacts_by_name on contacts
  (owner_id, kind, "left"(extensions.search_text(name), 200), id);
create index concurrently if not exists contacts_by_company on contacts
  (owner_id, kind, "left"(extensions.search_text(company), 200), id);
create index concurrently if not exists contacts_by_email on contacts
  (owner_id, kind, "left"(extensions.search_text(email), 200), id);
create index concurrently if not exists contacts_by_change on contacts (owner_id, kind, updated_at, id);
-- Has what the one by due date has, and is smaller by no more than the videos whose checks are done.
drop index concurrently if exists deal_videos_due;
