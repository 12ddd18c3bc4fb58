// `npm run operator -- verb`: what an operator asks and does across all shops; `-- --help` lists the verbs.
import { runOperatorCommand } from '../operator/run-operator-command.ts'

await runOperatorCommand('operator')
