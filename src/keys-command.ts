// `npm run keys`: lists the main keys and how much each encrypts; `-- rotate` encrypts everything under a new one; `-- forget` removes the previous ones;
// `-- end-links` ends all links that were mailed.
import { runOperatorCommand } from './run-operator-command.ts'

const words = process.argv.slice(2)
if (words.length === 0 || ['rotate', 'forget', 'end-links'].includes(words.join(' '))) {
  await runOperatorCommand('keys', words)
} else {
  console.error('Usage: npm run keys [-- rotate | forget | end-links]')
  process.exitCode = 1
}
