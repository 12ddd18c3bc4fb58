-- What the product wrote into a store and what it read from it: pages, and products that are jobs.
alter table store_pages
  add column shop text not null default '',
  add column kind text not null default 'custom' check (kind in ('careers', 'job', 'custom')),
  -- What of the written page the store kept: everything, the frame without its listener, or the text alone.
  add column kept text not null default 'all' check (kept in ('all', 'frame', 'text')),
  -- Of what was written last, so that the same is not written twice.
  add column written_digest text not null default '';
alter table store_pages alter column shop drop default;
-- A page of a deleted job is kind 'job' without one: it goes from the store next.
create unique index store_pages_job_idx on store_pages (organization_id, shop, job_post_id)
  where job_post_id is not null;
create unique index store_pages_careers_idx on store_pages (organization_id, shop) where kind = 'careers';

-- One line of work per organization: one process writes its pages at a time, and what is still to be written survives it.
create table store_syncs (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- Counted up by whatever changes a job; a run that began at one number has written up to it.
  wanted integer not null default 0,
  written integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  running_until timestamptz(3),
  -- Why the last run failed, as a code of the catalogue.
  problem text,
  -- Null: not asked yet.
  is_password_protected boolean
);
create index store_syncs_due_idx on store_syncs (next_attempt_at) where wanted > written;

-- Which product became which job. A job that was deleted here leaves its line, so that the product does not bring it back.
create table imported_products (
  organization_id uuid not null references organizations (id) on delete cascade,
  product_id text not null,
  shop text not null,
  job_post_id uuid references job_posts (id) on delete set null,
  -- The fields as the store last gave them: whatever differs from them in the job was changed here.
  imported jsonb not null,
  primary key (organization_id, product_id)
);
create index imported_products_job_idx on imported_products (job_post_id);

grant select, insert, update, delete on store_syncs, imported_products to storehand_tenant;
do $$
declare
  name text;
begin
  foreach name in array array['store_syncs', 'imported_products'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to storehand_tenant using (organization_id = tenant_id()) with check (organization_id = tenant_id())',
      name
    );
  end loop;
end $$;
