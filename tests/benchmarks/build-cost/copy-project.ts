import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'

const NEEDED = new Set([
  'src',
  'public',
  'netlify',
  'netlify.toml',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
])

/** What a build of the pages reads, outside the project, where pages may be added. */
export async function copyProject(root: string) {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-build-'))
  const filter = (path: string) => path === root || NEEDED.has(relative(root, path).split(sep)[0]!)
  await cp(root, folder, { recursive: true, filter })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, maxRetries: 3 }) }
}
