-- Where an installation was begun, so that it ends there.
alter table store_installs add column began_at text not null default '/shopify-install'
  check (began_at in ('/shopify-install', '/connect-shopify'));
