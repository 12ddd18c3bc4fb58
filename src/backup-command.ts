// `npm run backup`: writes an archive of everything into BACKUP_DIR, while the server runs; `-- --new-folder` where BACKUP_DIR is another folder
// than before.
import { runOperatorAct } from './run-operator-act.ts'

const words = process.argv.slice(2)
if (['', '--new-folder'].includes(words.join(' '))) await runOperatorAct('backup', words)
else {
  console.error('Usage: npm run backup [-- --new-folder], with BACKUP_DIR and BACKUP_KEY')
  process.exitCode = 1
}
