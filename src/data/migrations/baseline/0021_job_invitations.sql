-- What the addresses below are hashed with: a random key for each organization, encrypted by the main key. A rotation of that one encrypts it
-- anew, and the hashes stay comparable.
create table job_invitation_keys (
  organization_id uuid primary key references organizations (id)
    on delete cascade,
  key_sealed text not null
);
select add_tenant_policy('job_invitation_keys', 'select, insert');

-- Each person is invited once by an organization, whichever the job is, and never again after they unsubscribed.
create table job_invitations (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  -- A keyed hash: whom it is about can only be asked with the address in hand.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- By which store, for which job and when; all of them null where only the unsubscription is left.
  shop text check (shop = lower(shop)),
  job_post_id uuid,
  invited_at timestamptz(3) default now(),
  unsubscribed_at timestamptz(3),
  -- Who wants no mail from an organization, under the keyed hash of the address as for invitations: the wish outlives the application.
  no_contact_at timestamptz(3),
  primary key (organization_id, address_hash),
  foreign key (organization_id, job_post_id) references job_posts (organization_id, id)
    on delete set null (job_post_id),
  check (invited_at is not null or unsubscribed_at is not null)
);
create index job_invitations_job_idx on job_invitations (organization_id, job_post_id)
where job_post_id is not null;
create index job_invitations_age_idx on job_invitations (invited_at);
select add_tenant_policy('job_invitations', 'select, insert, update, delete');

-- One act of staff on a segment of a store: how far it is, and what became of its customers, in counts.
create table job_invitation_runs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  shop text not null check (shop = lower(shop)),
  segment_id text not null,
  job_post_id uuid not null,
  begun_by uuid references users (id)
    on delete set null,
  status text not null default 'running' check (status in ('running', 'failed', 'finished')),
  -- Customers of the segment; of these, looked at; of those, invited, and left out for each reason.
  total integer not null default 0,
  looked_at integer not null default 0,
  invited integer not null default 0,
  not_consented integer not null default 0,
  declined integer not null default 0,
  invited_before integer not null default 0,
  applied integer not null default 0,
  -- Where the store goes on reading.
  after text,
  -- Why it has failed, as a code of the catalogue.
  problem text,
  begun_at timestamptz(3) not null default now(),
  foreign key (organization_id, job_post_id) references job_posts (organization_id, id)
    on delete cascade
);
create unique index job_invitation_runs_running_idx on job_invitation_runs (
  organization_id,
  shop,
  segment_id,
  job_post_id
)
where status = 'running';
create index job_invitation_runs_job_idx on job_invitation_runs (organization_id, job_post_id);
create index job_invitation_runs_begun_by_idx on job_invitation_runs (begun_by);
select add_tenant_policy('job_invitation_runs', 'select, insert, update, delete');
