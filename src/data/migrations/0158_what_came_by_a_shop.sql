-- An erasure that a shop asks for looks in every organization that the shop was ever connected to: for each customer who is deleted
-- there, so it may not read all applications of all organizations.
create index applicants_came_by_idx on applicants (came_by)
where came_by is not null;
create index applicant_customers_shop_idx on applicant_customers (shop)
where shop is not null;
create index job_invitations_shop_idx on job_invitations (shop)
where shop is not null;
