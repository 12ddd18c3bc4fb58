// Replaces the origins of security events with keyed hashes after thirty days.
import { RETENTION } from '#domain/retention/retention.ts'
import { listOldAuditOrigins, updateAuditOriginsHashed } from '#data/audit/audit.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

const AT_ONCE = 1000

/** Returns how many rows it changed. */
export async function hashOldOrigins(deps: Deps): Promise<number> {
  const time = await believedTime(deps)
  if (!time) return 0
  const before = time.ago(RETENTION.originDays * 86_400)
  const hashed = (purpose: string, text: string | null) =>
    text === null ? null : deps.secrets.sign(purpose, text).toString('base64url')
  for (let total = 0; ;) {
    const origins = await listOldAuditOrigins(deps.db.queries, before, AT_ONCE)
    await updateAuditOriginsHashed(
      deps.db.queries,
      origins.map(({ id, ip_address, user_agent }) => ({
        id,
        network_hash: hashed('audit network', ip_address),
        browser_hash: hashed('audit browser', user_agent),
      })),
    )
    total += origins.length
    if (origins.length < AT_ONCE) return total
  }
}
