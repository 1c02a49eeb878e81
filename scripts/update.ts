import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** What a clinic writes. Everything else is the product's. */
const KEPT = 'src/content'
/** A clinic has its own ones. The code names the other files of the content, so it needs all of them. */
const OPTIONAL = `${KEPT}/therapies`

/**
 * Replaces everything that git knows, except the clinic's content, by a version of the remote `upstream`: a tag, branch or
 * commit. Files that git ignores, such as .env, stay. Nothing is committed. Returns the files of the content that only that
 * version has. Throws a sentence if it cannot.
 */
export async function update(root: string, version: string): Promise<string[]> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  if (!/^\w[\w./-]*$/.test(version))
    throw new Error('Name the version, for example: npm run update -- v1.1.0')
  if ((await git('status', '--porcelain')) !== '')
    throw new Error('There are changes that are not committed. Please commit them first, then update.')
  if (!(await git('remote')).split('\n').includes('upstream'))
    throw new Error(
      'Say once where updates come from: git remote add upstream https://… (the address of the original)',
    )
  await git('fetch', '--depth=1', 'upstream', version).catch(() => {
    throw new Error(
      `There is no ${version} at upstream, or it cannot be reached: git fetch upstream ${version}`,
    )
  })
  const mine = await git('rev-parse', 'HEAD')
  await git('read-tree', '-u', '--reset', 'FETCH_HEAD')
  await git('rm', '-r', '--force', '--quiet', '--ignore-unmatch', '--', OPTIONAL)
  await git('checkout', mine, '--', KEPT)
  const added = await git('diff', '--cached', '--name-only', '--diff-filter=A', mine, '--', KEPT)
  return added.split('\n').filter(Boolean)
}

/** Moves a copy to another version: `npm run update -- v1.1.0`. */
async function main(): Promise<void> {
  const [version = ''] = process.argv.slice(2)
  try {
    const added = await update(process.cwd(), version)
    console.log(`The code is that of ${version}, and ${KEPT} is yours.${added.length > 0 ? ` New there, as the original has it: ${added.join(', ')}.` : ''} CHANGELOG.md says under Deploy what it needs.
Run npm start and look: the build names what the new version wants to know of you. Then commit everything.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
