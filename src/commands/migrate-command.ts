// `npm run migrate`: migrates the configured database without starting the server, for deployments that do it
// separately; `-- --status` only says whether it is needed.
import { runOperatorCommand } from '../operator/run-operator-command.ts'

await runOperatorCommand('migrate')
