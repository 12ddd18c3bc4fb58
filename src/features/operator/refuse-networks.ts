// The operator refuses a network for a while; every process asks every few seconds which ones.
import {
  deleteRefusedNetwork,
  listRefusedNetworks,
  upsertRefusedNetwork,
  type RefusedNetwork,
} from '#data/operator/refused-networks.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { readPrefix } from '#gateways/refused-networks.ts'
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

const DAY_SECONDS = 86_400
/** Longer, and nobody would know any more why. */
export const LONGEST_REFUSAL_DAYS = 90

export async function refuseNetwork(
  deps: RefusalDeps,
  text: string,
  seconds: number,
): Promise<RefusedNetwork> {
  const network = readPrefix(text)
  if (seconds < 1 || seconds > LONGEST_REFUSAL_DAYS * DAY_SECONDS) {
    throw new OperatorError(
      `A network is refused for at most ${LONGEST_REFUSAL_DAYS} days: write for example 30m, 12h or 7d.`,
    )
  }
  const refused = await upsertRefusedNetwork(deps.db.queries, network, seconds)
  await loadRefusals(deps)
  return refused
}

export async function allowNetwork(deps: RefusalDeps, text: string): Promise<void> {
  const network = readPrefix(text)
  if (!(await deleteRefusedNetwork(deps.db.queries, network))) {
    throw new OperatorError(
      `${network} is not refused; npm run operator -- refused lists what is, as it must be written here.`,
    )
  }
  await loadRefusals(deps)
}
