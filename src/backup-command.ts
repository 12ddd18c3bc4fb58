// `npm run backup`: writes an archive of everything into BACKUP_DIR, while the server runs.
import { runOperatorAct } from './run-operator-act.ts'

if (process.argv.length === 2) await runOperatorAct('backup', [])
else {
  console.error('Usage: npm run backup, with BACKUP_DIR and BACKUP_KEY')
  process.exitCode = 1
}
