-- A deletion that waits for an owner goes on by itself after some days (docs/decisions/0136-deletions-that-nobody-answers.md).
alter table retention_states
-- On how many different days it has waited while the clocks of the machine and of the database agreed, and the last of them.
add column waited_days smallint not null default 0,
add column waited_on date;
