create table signing_keys (
  kid                   text           primary key,
  -- Public JSON Web Key (RFC 8037).
  public_jwk            jsonb          not null,
  -- Private key as a compact JWE; the key that opens it is only in the environment.
  encrypted_private_jwk text           not null,
  created_at            timestamptz(3) not null default now()
);

create index signing_keys_newest on signing_keys (created_at desc);
