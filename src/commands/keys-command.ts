// `npm run keys`: lists the main keys and how much each encrypts; `-- rotate` encrypts everything under a new one; `-- forget` removes the previous ones;
// `-- end-links` ends all links that were mailed.
import { runOperatorCommand } from '../operator/run-operator-command.ts'

await runOperatorCommand('keys')
