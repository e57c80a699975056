-- Pages to capture. A job lives as long as its screenshot.
create table capture_jobs (
  id            uuid           primary key,
  screenshot_id uuid           not null references screenshots (id) on delete cascade,
  user_id       uuid           not null,
  -- What the user, or the agent, was let in by: the job ends with it.
  grant_kind    text           not null check (grant_kind in ('session', 'agent')),
  grant_id      uuid           not null,
  -- Scopes of an agent when it asked; empty for people.
  scopes        text[]         not null default '{}',
  request       jsonb          not null,
  status        text           not null default 'queued' check (status in ('queued', 'running', 'captured', 'failed')),
  attempts      integer        not null default 0,
  -- Which run has it, and until when unless it says that it is still at work.
  lease_id      uuid,
  lease_until   timestamptz,
  failure       jsonb,
  created_at    timestamptz(3) not null default now(),
  -- When it began to wait: a job that a process gives back begins anew.
  queued_at     timestamptz    not null default now(),
  finished_at   timestamptz(3),
  check ((status = 'running') = (lease_id is not null and lease_until is not null))
);

create index capture_jobs_waiting on capture_jobs (queued_at, id) where status = 'queued';
create index capture_jobs_running on capture_jobs (lease_until) where status = 'running';
create index capture_jobs_of_user on capture_jobs (user_id, created_at desc);
create index capture_jobs_of_screenshot on capture_jobs (screenshot_id, created_at desc);

-- Every process hears of new jobs and of the ends of jobs: the state, and the job.
create function notify_capture_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('capture_jobs', new.status || ' ' || new.id);
  return null;
end
$$;

create trigger capture_jobs_changed after insert or update of status on capture_jobs
   for each row execute function notify_capture_job();
