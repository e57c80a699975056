-- When a user was last about to record the first reading of the video: until deal learns of the reading, the address leads to no other video.
alter table deal_videos add column address_held_at timestamptz(3);
