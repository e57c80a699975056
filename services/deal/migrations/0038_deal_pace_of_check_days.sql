-- In a file of its own, so that no lock on the progress of deals is held while the one on the deals is waited for.
create or replace trigger deals_progress_of_changed after update on deals
  for each row when ((new.total_views, new.views_target, new.view_check_days)
                     is distinct from (old.total_views, old.views_target, old.view_check_days))
  execute function follow_changed_deals();
