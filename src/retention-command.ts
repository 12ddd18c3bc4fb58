// `npm run retention`: runs the scheduled deletion now; with `-- --dry-run` it only reports what it would delete.
import { runOperatorCommand } from './operator/run-operator-command.ts'

await runOperatorCommand('retention')
