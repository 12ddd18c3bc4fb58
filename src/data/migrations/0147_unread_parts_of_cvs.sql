-- What is not in the text of a CV: staff see it beside the text.
alter table cv_texts
add column missing text[] not null default '{}';
