-- Owners take an open invitation back.
grant delete on organization_invitations to storehand_tenant;
