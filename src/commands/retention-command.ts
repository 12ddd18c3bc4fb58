// `npm run retention`: runs the scheduled deletion now; with `-- --dry-run` it only reports what it would delete, and with
// `-- --time-is-right` it goes on after the server found that it cannot tell whether its clock is wrong.
import { runOperatorCommand } from '../operator/run-operator-command.ts'

await runOperatorCommand('retention')
