-- Adapters of the operator, which act for users without a connection of their own, may ask for captures too.
alter table capture_jobs drop constraint capture_jobs_grant_kind_check;
alter table capture_jobs add constraint capture_jobs_grant_kind_check check (grant_kind in ('session', 'agent', 'adapter'));
