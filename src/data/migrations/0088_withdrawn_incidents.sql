-- A false alarm is withdrawn: it ends, its clock with it, and stays in the register with the reason.
alter table security_incidents
  add column withdrawn_at timestamptz(3),
  add column withdrawn_reason text,
  add constraint security_incidents_withdrawn_check
    check ((withdrawn_at is null and withdrawn_reason is null) or (withdrawn_at is not null and withdrawn_reason is not null and status = 'closed'));
