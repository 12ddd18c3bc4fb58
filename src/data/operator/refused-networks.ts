// Networks that the operator refuses for a while.
import { sql } from 'kysely'
import type { Queries } from '../database.ts'

export type RefusedNetwork = { network: string; until: string }

/** Those that are over are deleted. */
export async function listRefusedNetworks(db: Queries): Promise<RefusedNetwork[]> {
  const { rows } = await sql<RefusedNetwork>`
    with over as (delete from refused_networks where until <= now())
    select network::text, until from refused_networks where until > now() order by until, network`.execute(
    db,
  )
  return rows
}

/** The whole network that this address or prefix names. One that is refused already gets the new end. */
export async function upsertRefusedNetwork(
  db: Queries,
  network: string,
  seconds: number,
): Promise<RefusedNetwork> {
  const { rows } = await sql<RefusedNetwork>`
    insert into refused_networks (network, until)
    values (network(${network}::inet), now() + make_interval(secs => ${seconds}))
    on conflict (network) do update set until = excluded.until
    returning network::text, until`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An insert returns its row')
  return row
}

/** Whether it was there. */
export async function deleteRefusedNetwork(db: Queries, network: string): Promise<boolean> {
  const { rows } = await sql`
    delete from refused_networks where network = network(${network}::inet) returning network`.execute(
    db,
  )
  return rows.length > 0
}
