-- In a file of its own, so that no lock on the deals is held while the one on the videos is waited for.
create function follow_videos() returns trigger
  language plpgsql
as $$
begin
  perform deal.write_deal_progress(array(select distinct deal_id from changed));
  return null;
end
$$;
create trigger deal_videos_progress_of_new after insert on deal_videos
  referencing new table as changed for each statement execute function follow_videos();
create trigger deal_videos_progress_of_changed after update on deal_videos
  referencing new table as changed for each statement execute function follow_videos();
create trigger deal_videos_progress_of_deleted after delete on deal_videos
  referencing old table as changed for each statement execute function follow_videos();
