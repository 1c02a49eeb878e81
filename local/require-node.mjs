// Runs before npm scripts that must not install anything, such as the deployment of the live site.
import { isNodeRecent } from '#local/provide-node.mjs'

if (!isNodeRecent()) {
  console.error(
    'This command needs Node 24: install it, or run `npm start` once, which installs it for this project.',
  )
  process.exitCode = 1
}
