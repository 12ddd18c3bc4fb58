-- What is not in the text of a CV, which staff see beside it, and the words that its layout takes apart, for the search.
alter table cv_texts
add column missing text[] not null default '{}',
add column joined_words text not null default '';
