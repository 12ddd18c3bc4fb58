// `npm run backup`: writes an archive of everything into BACKUP_DIR, while the server runs.
import { runOperatorCommand } from './run-operator-command.ts'

if (process.argv.length === 2) await runOperatorCommand('backup', [])
else {
  console.error('Usage: npm run backup, with BACKUP_DIR and BACKUP_KEY')
  process.exitCode = 1
}
