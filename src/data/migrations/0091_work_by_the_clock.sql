-- What the library for work by the clock kept: the one queue runs that too, and its rows come with the start of the program.
drop schema if exists pgboss cascade;
