// `npm run backup`: writes an archive of everything into BACKUP_DIR, while the server runs; `-- --new-folder` where BACKUP_DIR is another folder
// than before.
import { runOperatorCommand } from './run-operator-command.ts'

const words = process.argv.slice(2)
if (['', '--new-folder'].includes(words.join(' '))) await runOperatorCommand('backup', words)
else {
  console.error('Usage: npm run backup [-- --new-folder], with BACKUP_DIR and BACKUP_KEY')
  process.exitCode = 1
}
