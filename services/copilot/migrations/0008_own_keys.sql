-- Who answers a user: the models of the installation, or a provider with which the user has an account.
alter table copilot_configs add column mode text not null default 'free' check (mode in ('free', 'byok'));
alter table copilot_configs add column provider text
  check (provider in ('openrouter', 'openai', 'anthropic', 'google', 'groq', 'mistral', 'custom'));
-- The provider's name of the model; `model_id` is of the installation.
alter table copilot_configs add column byok_model text check (length(byok_model) between 1 and 200);
-- Null is the provider's own.
alter table copilot_configs add column base_url text check (length(base_url) between 1 and 2000);
-- What the user's own provider fails to answer may be answered by the models of the installation.
alter table copilot_configs add column falls_back_to_free boolean not null default false;
alter table copilot_configs add column if not exists learning_enabled boolean not null default false;
-- The user's key as a JWE, the id of the key of ours that seals it, and whether the provider has refused it.
alter table copilot_configs add column byok_key_jwe text check (length(byok_key_jwe) between 1 and 4000);
alter table copilot_configs add column byok_key_id text;
alter table copilot_configs add column byok_key_status text not null default 'none'
  check (byok_key_status in ('none', 'ready', 'rejected'));
alter table copilot_configs add constraint copilot_configs_byok_key
  check ((byok_key_jwe is null) = (byok_key_status = 'none') and (byok_key_jwe is null) = (byok_key_id is null));

-- To seal anew what the key before has sealed.
create index copilot_configs_sealed on copilot_configs (byok_key_id, user_id) where byok_key_id is not null;

-- Turns that the user's own provider has answered.
alter table daily_usage add column byok_turns integer not null default 0 check (byok_turns >= 0);
