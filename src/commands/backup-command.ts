// `npm run backup`: writes an archive of everything into BACKUP_DIR, while the server runs; `-- --new-folder` where BACKUP_DIR is another folder
// than before.
import { runOperatorCommand } from '../operator/run-operator-command.ts'

await runOperatorCommand('backup')
