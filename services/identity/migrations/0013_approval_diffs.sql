-- Fifty fields of five hundred characters each, before and after, need more room when they are written in other scripts.
alter table agent_approvals
  drop constraint agent_approvals_diff_check,
  add constraint agent_approvals_diff_check check (octet_length(diff) <= 524288);
