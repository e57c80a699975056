-- How often an approval was claimed: the number of the claim that holds it, by which alone it is given back.
alter table agent_approvals add column claims integer not null default 0;

-- What the agent says of the call, apart from what the product says of it.
alter table agent_approvals add column agent_says text;
