// Copies new rows of the ledger of erasures beside the backups. A row may come twice; none is left out.
import { listUncopiedErasures, updateErasuresCopied } from '#data/retention/ledger.ts'
import type { Deps } from '../deps.ts'

const AT_ONCE = 1000

export async function copyErasures({ db, erasureCopy }: Deps): Promise<void> {
  if (!erasureCopy) return
  for (;;) {
    const erasures = await listUncopiedErasures(db.queries, AT_ONCE)
    if (erasures.length === 0) return
    await erasureCopy.append(erasures)
    const receipts = erasures.map(({ receipt }) => receipt)
    await updateErasuresCopied(db.queries, receipts)
  }
}
