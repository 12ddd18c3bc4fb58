-- Sign-in by providers of OpenID Connect: an account of theirs belongs to one account of ours.
create unique index credentials_account_key on credentials (provider_id, account_id);

-- Somebody is at a provider. The state comes back in the address, and is worth something only in the browser that set out.
create table auth_provider_flows (
  state_hash bytea primary key,
  provider_id text not null,
  browser_hash bytea not null,
  -- The nonce and the verifier sent to the provider, encrypted.
  secrets_sealed text not null,
  -- Where a client of the token API waits, and its challenge; empty for our own sign-in page.
  redirect_to text,
  code_challenge text,
  expires_at timestamptz(3) not null
);
create index auth_provider_flows_expires_at_idx on auth_provider_flows (expires_at);

-- Proofs that a client brought itself (id tokens, signed messages), by hash: none of them opens a second session.
create table auth_used_proofs (
  proof_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index auth_used_proofs_expires_at_idx on auth_used_proofs (expires_at);
