// `npm run audit:verify`: checks all chains of the audit log, and the ledger of erasures against them, and reports what is broken; the exit code is then 1.
import { runOperatorCommand } from '../operator/run-operator-command.ts'

await runOperatorCommand('audit')
