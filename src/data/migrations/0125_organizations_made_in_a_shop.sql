-- The shop in whose admin the organization was made, by whichever of its staff opened the app first: the shop's owner, who may come
-- later, does not wait to be let in (docs/decisions/0143-the-owner-of-a-shop.md).
alter table organizations
add column made_in_shop text;
