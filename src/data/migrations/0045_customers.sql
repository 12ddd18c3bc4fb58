-- Customers of the connected store: what is kept of an applicant as one, what a proof of an address has found out, and the refresh.
create table applicant_customers (
  applicant_id uuid primary key,
  organization_id uuid not null,
  customer_status text not null check (customer_status in ('customer', 'new')),
  -- The store's own number of the customer: by it the store asks for somebody to be forgotten. No name, no address.
  customer_id text,
  orders_count integer not null default 0,
  total_spent numeric(14, 2) not null default 0,
  currency text check (currency ~ '^[A-Z]{3}$'),
  customer_since timestamptz(3),
  read_at timestamptz(3) not null default now(),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id) on delete cascade
);
create index applicant_customers_customer_idx on applicant_customers (organization_id, customer_id);

-- One per organization: where its last run stands, so that it goes on after a stop, a fault or a restart.
create table customer_refreshes (
  organization_id uuid primary key references organizations (id) on delete cascade,
  status text not null check (status in ('running', 'stopped', 'failed', 'finished')),
  total integer not null,
  done integer not null default 0,
  customers integer not null default 0,
  -- The sentence that says why it failed.
  problem text,
  -- The last applicant that was looked up. Whoever arrived after the beginning was looked up on arrival.
  after_id uuid,
  begun_at timestamptz(3) not null default now(),
  begun_by uuid references users (id) on delete set null,
  -- Which worker works on it, and until when that worker is believed to live.
  claim uuid,
  claimed_until timestamptz(3),
  updated_at timestamptz(3) not null default now()
);

alter table email_verifications
  -- Sealed by the application: what the store knows of the address, for as long as the proof lives. Null: not asked yet.
  add column customer_sealed text,
  -- One question at a time; whoever dies meanwhile leaves it to another.
  add column customer_asked_until timestamptz(3);

grant select, insert, update, delete on applicant_customers to storehand_tenant;
grant select, insert, update on customer_refreshes to storehand_tenant;
grant update (customer_sealed, customer_asked_until) on email_verifications to storehand_tenant;
do $$
declare
  name text;
begin
  foreach name in array array['applicant_customers', 'customer_refreshes'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to storehand_tenant using (organization_id = tenant_id()) with check (organization_id = tenant_id())',
      name
    );
  end loop;
end $$;
