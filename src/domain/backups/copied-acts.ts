// What is written beside the backups, so that a restored one forgets neither erasures nor rights that were used since: ids, times and keyed
// hashes alone.
import type { ErasureReason } from '../retention/erasures.ts'
import type { RequestOutcome } from '../rights/rights.ts'

export type CopiedErasure = {
  receipt: string
  organization_id: string
  application_id: string
  reason: ErasureReason
  erased_at: string
}

/** The newest state of one thing. `subject`: its id, of a store its domain, or the keyed hash of an address in hexadecimal digits. */
export type CopiedAct = {
  id: string
  organization_id: string | null
  subject: string
  /** In UTC with microseconds, so that texts compare as times do. */
  acted_at: string
} & (
  | { kind: 'application'; state: ApplicationState }
  /** The proof of an address, deleted before its time. */
  | { kind: 'proof'; state: { is_deleted: true } }
  /** A store's request, whose address is deleted. */
  | {
      kind: 'request'
      state: { completed_at: string | null; outcome: RequestOutcome | null }
    }
  | { kind: 'store'; state: { is_deleted: true } }
  | { kind: 'invitation'; state: InvitationState | { forgotten: true } }
  | { kind: 'invitation_key'; state: { key_sealed: string } }
  | { kind: 'member'; state: Membership | { is_deleted: true } }
  | { kind: 'closing'; state: { closes_at: string | null } }
  | { kind: 'organization'; state: { is_deleted: true } }
)

export type ApplicationState = {
  restricted_at: string | null
  objected_at: string | null
  /** The objection that restricts it was upheld. */
  upheld_at: string | null
  withdrawn_at: string | null
  no_contact_at: string | null
  kept_at: string | null
  link_generation: number
}

/** Null: mail is allowed again. An act from before `no_contact_at` was recorded has none of it. */
export type InvitationState = { unsubscribed_at: string | null; no_contact_at?: string | null }

export type Membership = { organization_id: string | null; role: string; is_approved: boolean }

export type CopiedEntry = CopiedErasure | CopiedAct

export const isAct = (entry: CopiedEntry): entry is CopiedAct => 'acted_at' in entry

/** Of each thing the newest act, in the order in which they are to be repeated. */
export function newestActs(entries: readonly CopiedEntry[]): CopiedAct[] {
  const newest = new Map<string, CopiedAct>()
  for (const act of entries.filter(isAct)) {
    const key = `${act.kind} ${act.organization_id ?? ''} ${act.subject}`
    const before = newest.get(key)
    if (!before || before.acted_at <= act.acted_at) newest.set(key, act)
  }
  return [...newest.values()].toSorted(
    (a, b) => actKinds.indexOf(a.kind) - actKinds.indexOf(b.kind),
  )
}

/** In the order in which they are repeated: invitations after stores, which take theirs with them and leave opt-outs; memberships after closings, because an account may be gone; organizations last, because they take all else with them. */
export const actKinds: readonly CopiedAct['kind'][] = [
  'application',
  'proof',
  'request',
  'store',
  'invitation_key',
  'invitation',
  'closing',
  'member',
  'organization',
]
