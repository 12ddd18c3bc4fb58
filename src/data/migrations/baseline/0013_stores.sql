-- Stores: the connection of each, its pages and products, and what it knows of customers.

-- A shop belongs to one organization; its tokens are encrypted by the application before they come here.
create table store_sessions (
  shop text primary key check (shop = lower(shop)),
  organization_id uuid references organizations (id)
    on delete cascade,
  -- The platform's own number of the shop, which a renamed shop keeps.
  shop_gid text,
  shop_name text,
  currency text check (currency ~ '^[A-Z]{3}$'),
  primary_domain text,
  access_token_sealed text,
  refresh_token_sealed text,
  scope text not null default '',
  -- Two changes of what a store allows can arrive in the wrong order.
  scope_changed_at timestamptz(3),
  -- Null: the token does not end.
  expires_at timestamptz(3),
  refresh_expires_at timestamptz(3),
  -- One process renews at a time; the others wait for what it writes.
  refreshing_until timestamptz(3),
  -- Connected before there was an organization: waits for this person's, until then.
  claimed_by uuid references users (id)
    on delete cascade,
  claim_ends_at timestamptz(3),
  connected_at timestamptz(3) not null default now(),
  -- When the store was last asked whether the connection still holds.
  checked_at timestamptz(3),
  uninstalled_at timestamptz(3),
  -- An owner ended the connection here. The app may still be in the store: then only an owner connects it again, and opening the
  -- app in the store's admin does not.
  disconnected_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  -- Why the jobs in the shop's theme are not what they should be, as a code of the catalogue.
  theme_problem text,
  -- Owners had a mail that the connection is lost, or need none.
  lost_told_at timestamptz(3),
  -- Where the shop has the app's own pages, after its merchant has changed the address of the app proxy.
  proxy_path text
);
create index store_sessions_organization_id_idx on store_sessions (organization_id);
create unique index store_sessions_gid_idx on store_sessions (shop_gid)
where uninstalled_at is null;
select add_tenant_policy('store_sessions', 'select');

-- Other addresses of a store that visitors may be sent back to.
create table store_domains (
  domain text primary key check (domain = lower(domain)),
  organization_id uuid not null references organizations (id)
    on delete cascade
);
create index store_domains_organization_id_idx on store_domains (organization_id);
select add_tenant_policy('store_domains', 'select');

-- One visit to the store's page that asks for permission; only a hash of its state is kept.
create table store_installs (
  state_hash bytea primary key,
  shop text not null check (shop = lower(shop)),
  redirect_uri text not null,
  scopes text not null,
  -- Where it was begun, so that it ends there.
  began_at text not null default '/shopify-install' check (
    began_at in (
      '/shopify-install',
      '/connect-shopify',
      '/organizations',
      '/admin/store-pages',
      '/admin/jobs',
      '/admin/customers'
    )
  ),
  -- Who began it, where somebody was signed in.
  user_id uuid references users (id)
    on delete cascade,
  ends_at timestamptz(3) not null
);
create index store_installs_ends_idx on store_installs (ends_at);

-- What the platform tells the app about its shops: kept before it is answered, worked once, and forgotten.
create table store_notices (
  id uuid primary key default gen_random_uuid(),
  webhook_id text not null unique,
  -- The same event can come under another delivery.
  event_id text not null,
  topic text not null,
  shop text not null,
  triggered_at timestamptz(3) not null,
  -- Encrypted, because it can name a person; null once it was worked.
  payload_sealed text,
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  received_at timestamptz(3) not null default now(),
  unique (topic, shop, event_id)
);

-- What the product wrote into a store.
create table store_pages (
  id text not null,
  organization_id uuid not null references organizations (id)
    on delete cascade,
  shop text not null,
  kind text not null default 'custom' check (kind in ('careers', 'job', 'custom')),
  title text not null,
  handle text not null,
  content text not null default '',
  -- What of the written page the store kept: everything, the frame without its listener, or the text alone.
  kept text not null default 'all' check (kept in ('all', 'frame', 'text')),
  -- Whether the widget is in what was written: where it is not, the store cannot have taken it out.
  has_frame boolean not null default true,
  -- Of what was written last, so that the same is not written twice.
  written_digest text not null default '',
  -- A page of a deleted job is kind 'job' without one: it goes from the store next.
  job_post_id uuid references job_posts (id)
    on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Whether the page of all jobs is the one that the theme's block fills: then its text has none of them.
  has_block boolean not null default false,
  primary key (organization_id, id)
);
create unique index store_pages_job_idx on store_pages (organization_id, shop, job_post_id)
where job_post_id is not null;
create unique index store_pages_careers_idx on store_pages (organization_id, shop)
where kind = 'careers';
select add_tenant_policy('store_pages', 'select, insert, update, delete');

-- Pages of a store that the shop made itself, as they were listed last: shown beside ours, and never changed.
create table other_store_pages (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  -- The platform's own id.
  id text not null,
  shop text not null,
  title text not null,
  handle text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index other_store_pages_shop_idx on other_store_pages (shop);
select add_tenant_policy('other_store_pages', 'select, insert, update, delete');

-- One queue per organization: one process writes its pages at a time, and what is still to be written survives it.
create table store_syncs (
  organization_id uuid primary key references organizations (id)
    on delete cascade,
  running_until timestamptz(3),
  -- Why the last run failed, as a code of the catalogue.
  problem text,
  -- Null: not asked yet.
  is_password_protected boolean
);
select add_tenant_policy('store_syncs', 'select, insert, update, delete');

-- Which product became which job. A job that was deleted here leaves its line, so that the product does not bring it back.
create table imported_products (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  product_id text not null,
  shop text not null,
  job_post_id uuid references job_posts (id)
    on delete set null,
  -- The fields as the store last gave them: whatever differs from them in the job was changed here.
  imported jsonb not null,
  primary key (organization_id, product_id)
);
create index imported_products_job_idx on imported_products (job_post_id);
select add_tenant_policy('imported_products', 'select, insert, update, delete');

-- What is kept of an applicant as a customer of the store.
create table applicant_customers (
  applicant_id uuid primary key,
  organization_id uuid not null,
  -- The shop that said so.
  shop text,
  customer_status text not null check (customer_status in ('customer', 'new')),
  -- The store's own number of the customer: by it the store asks for somebody to be forgotten. No name, no address.
  customer_id text,
  orders_count integer not null default 0,
  total_spent numeric(14, 2) not null default 0,
  currency text check (currency ~ '^[A-Z]{3}$'),
  customer_since timestamptz(3),
  read_at timestamptz(3) not null default now(),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
create index applicant_customers_customer_idx on applicant_customers (organization_id, customer_id);
select add_tenant_policy('applicant_customers', 'select, insert, update, delete');

-- The refresh of all customers, one per organization: where its last run stands, so that it goes on after a stop, a fault or a
-- restart.
create table customer_refreshes (
  organization_id uuid primary key references organizations (id)
    on delete cascade,
  status text not null check (status in ('running', 'stopped', 'failed', 'finished')),
  total integer not null,
  done integer not null default 0,
  customers integer not null default 0,
  -- The sentence that says why it failed.
  problem text,
  -- The last applicant that was looked up. Those who applied after the beginning were looked up on arrival.
  after_id uuid,
  begun_at timestamptz(3) not null default now(),
  begun_by uuid references users (id)
    on delete set null,
  updated_at timestamptz(3) not null default now()
);
select add_tenant_policy('customer_refreshes', 'select, insert, update');

-- A customer asked the store what is known of them; an owner passes on what is held here, until the day it is due.
create table data_requests (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
  shop text not null,
  email text not null,
  requested_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  exported_at timestamptz(3)
);
create index data_requests_organization_idx on data_requests (organization_id, due_at);
select add_tenant_policy('data_requests', 'select, insert, update, delete');
-- Empty, and closed: a server of the version before, which still runs, fails to write here, and its task is tried again by a new
-- one. The table goes with a later version.
revoke insert on data_requests from storehand_tenant;

-- Which user of a shop is which person of ours: the link by which the dashboard opens inside the shop's admin without signing in.
create table store_people (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  shop text not null check (shop = lower(shop)),
  -- The platform's own number of the user, as its session tokens name them.
  platform_user_id text not null,
  user_id uuid not null references users (id)
    on delete cascade,
  -- The session that the session tokens of this user stand for; empty until they come again.
  session_id uuid references sessions (id)
    on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, shop, platform_user_id)
);
create index store_people_user_idx on store_people (user_id);
create index store_people_session_idx on store_people (session_id);
create index store_people_shop_idx on store_people (shop, platform_user_id);
select add_tenant_policy('store_people', 'select');

-- An owner takes everything of the app out of a shop, before uninstalling it. While there is a row, nothing is written into that shop.
create table store_removals (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  shop text not null check (shop = lower(shop)),
  status text not null check (status in ('running', 'failed', 'finished')),
  -- The pages, and the jobs in the theme as one.
  total integer not null,
  done integer not null default 0,
  -- Why it waits or has failed, as a code of the catalogue.
  problem text,
  -- Pages that the store did not delete: titles, each with the store's own words.
  refused jsonb not null default '[]',
  begun_at timestamptz(3) not null default now(),
  primary key (organization_id, shop)
);
select add_tenant_policy('store_removals', 'select, insert, update, delete');
