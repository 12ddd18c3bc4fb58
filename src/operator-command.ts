// `npm run operator -- verb`: what an operator asks and does across all shops; `-- --help` lists the verbs.
import { runOperatorCommand } from './run-operator-command.ts'

await runOperatorCommand('operator')
