// The operator refuses a network for a while; every process asks every few seconds which ones.
import {
  deleteRefusedNetwork,
  listRefusedNetworks,
  upsertRefusedNetwork,
  type RefusedNetwork,
} from '#data/operator/refused-networks.ts'
import { OperatorError } from '#domain/operator-error.ts'
import type { Deps } from '../deps.ts'

type RefusalDeps = Pick<Deps, 'db' | 'refusedNetworks'>

/** What this process refuses from now on. */
export async function loadRefusals({
  db,
  refusedNetworks,
}: RefusalDeps): Promise<RefusedNetwork[]> {
  const refused = await listRefusedNetworks(db.queries)
  refusedNetworks.replace(refused.map(({ network }) => network))
  return refused
}

/** The network as `readPrefix` writes it, like below. */
export async function refuseNetwork(
  deps: RefusalDeps,
  network: string,
  seconds: number,
): Promise<RefusedNetwork> {
  const refused = await upsertRefusedNetwork(deps.db.queries, network, seconds)
  await loadRefusals(deps)
  return refused
}

export async function allowNetwork(deps: RefusalDeps, network: string): Promise<void> {
  if (!(await deleteRefusedNetwork(deps.db.queries, network))) {
    throw new OperatorError(
      `${network} is not refused; npm run operator -- refused lists what is, as it must be written here.`,
    )
  }
  await loadRefusals(deps)
}
