-- no transaction
-- Who answers a user: the models of the installation, or a provider with which the user has an account.
alter table copilot_configs add column if not exists mode text not null default 'free';
alter table copilot_configs add column if not exists provider text;
-- The provider's name of the model; `model_id` is of the installation.
alter table copilot_configs add column if not exists byok_model text;
-- Null is the provider's own.
alter table copilot_configs add column if not exists base_url text;
-- What the user's own provider fails to answer may be answered by the models of the installation.
alter table copilot_configs add column if not exists falls_back_to_free boolean not null default false;
alter table copilot_configs add column if not exists learning_enabled boolean not null default false;
-- The user's key as a JWE, the id of the key of ours that seals it, and whether the provider has refused it.
alter table copilot_configs add column if not exists byok_key_jwe text;
alter table copilot_configs add column if not exists byok_key_id text;
alter table copilot_configs add column if not exists byok_key_status text not null default 'none';

alter table copilot_configs drop constraint if exists copilot_configs_choices;
alter table copilot_configs add constraint copilot_configs_choices
  check (mode in ('free', 'byok')
    and provider in ('openrouter', 'openai', 'anthropic', 'google', 'groq', 'mistral', 'custom')
    and length(byok_model) between 1 and 200 and length(base_url) between 1 and 2000) not valid;
alter table copilot_configs validate constraint copilot_configs_choices;
alter table copilot_configs drop constraint if exists copilot_configs_byok_key;
alter table copilot_configs add constraint copilot_configs_byok_key
  check (byok_key_status in ('none', 'ready', 'rejected') and length(byok_key_jwe) between 1 and 4000
    and (byok_key_jwe is null) = (byok_key_status = 'none') and (byok_key_jwe is null) = (byok_key_id is null)) not valid;
alter table copilot_configs validate constraint copilot_configs_byok_key;

-- To reseal what the key before has sealed. What a failed build has left behind is rebuilt.
drop index concurrently if exists copilot_configs_sealed;
create index concurrently copilot_configs_sealed on copilot_configs (byok_key_id, user_id) where byok_key_id is not null;

-- Turns that the user's own provider has answered.
alter table daily_usage add column if not exists byok_turns integer not null default 0;
alter table daily_usage drop constraint if exists daily_usage_byok_turns;
alter table daily_usage add constraint daily_usage_byok_turns
  check (byok_turns >= 0) not valid;
alter table daily_usage validate constraint daily_usage_byok_turns;
