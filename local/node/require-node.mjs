// Runs before npm scripts that must install nothing: a deploy of the live site is among them.
import { isNodeRecent } from './provide-node.mjs'

if (!isNodeRecent()) {
  console.error(
    'This command needs Node 24: install it, or run `npm start` once, which installs it for this project.',
  )
  process.exitCode = 1
}
