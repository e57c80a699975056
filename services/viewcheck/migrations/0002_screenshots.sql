-- The screenshot that proves a reading, kept by the service of screenshots. It may be gone since.
alter table view_logs add column screenshot_id uuid;
