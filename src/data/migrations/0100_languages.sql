-- Languages, as tags: 'de', 'pt-BR'. Null: nobody has chosen one.
alter table organizations
-- What its ads are written in, and what its pages speak to readers of none of our languages.
add column language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');
grant update (language) on organizations to storehand_tenant;

-- What staff chose for themselves.
alter table users
add column language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');

-- What the page spoke in which an address was verified, and an application sent: later mails speak the same.
alter table email_verifications
add column language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');
alter table applicants
add column language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');

-- What a mail is drawn in.
alter table mail_outbox
add column language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');
