// `npm run tasks`: lists background work that was given up; `npm run tasks -- retry [kind key]` retries it.
import { runOperatorCommand } from '../operator/run-operator-command.ts'

await runOperatorCommand('tasks')
