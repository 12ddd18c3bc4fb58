-- Networks that the operator refuses for a while, whatever they ask for. No row outlives its end.
create table refused_networks (
  network cidr primary key,
  until timestamptz(3) not null,
  made_at timestamptz(3) not null default now()
);
