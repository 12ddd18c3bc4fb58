// `npm run doctor`: says of everything around the installation whether it is well; `-- --mail=address` sends a test mail there. The exit code is 1
// when something is wrong.
import { runOperatorCommand } from '../operator/run-operator-command.ts'

await runOperatorCommand('doctor')
