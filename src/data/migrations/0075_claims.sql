-- When somebody first proved the address of an account that has a second factor and was never confirmed. A week later the next
-- proof takes the account over (docs/auth.md): else whoever signs a stranger up could keep them out for ever.
alter table users add column claimed_at timestamptz(3);
