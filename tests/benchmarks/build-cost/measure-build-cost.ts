import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { buildPages } from '#tests/benchmarks/build.ts'
import { median, rounded } from '#tests/benchmarks/median.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'

const ROUNDS = 2
/** Pages added at once; the cost of a single one would be lost in the noise. */
const PAGES = 50
const LIMIT = 0.3

export interface BuildCost {
  /** Seconds, medians over the rounds. */
  build: number
  perPage: number
}

/** Measures the seconds that one more page adds to a build, without its social card. */
export async function measureBuildCost(root: string): Promise<BuildCost> {
  await using plain = await copyProject(root)
  await using more = await copyProject(root)
  await addPages(more.folder)
  const pairs: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push([await seconds(plain.folder), await seconds(more.folder)])
  }
  return {
    build: rounded(median(pairs.map(([one]) => one))),
    perPage: Math.round((median(pairs.map(([one, other]) => other - one)) / PAGES) * 1000) / 1000,
  }
}

export function buildCostTargets({ perPage }: BuildCost): BenchmarkTarget[] {
  return [target('one more page in the build', perPage, LIMIT, 's')]
}

/** Adds copies of the longest legal text under other paths. */
async function addPages(folder: string): Promise<void> {
  const pages = join(folder, 'src', 'pages')
  const page = await readFile(join(pages, 'terms-conditions.astro'), 'utf8')
  for (let each = 1; each <= PAGES; each++) await writeFile(join(pages, `one-more-${each}.astro`), page)
}

async function seconds(folder: string): Promise<number> {
  const began = performance.now()
  await buildPages(folder, join(folder, 'dist'))
  return (performance.now() - began) / 1000
}

const NEEDED = new Set([
  'art',
  'scripts',
  'src',
  'public',
  'netlify.toml',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
])

/** Copies the build's input out of the project, so that pages can be added. */
async function copyProject(root: string) {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-build-'))
  const filter = (path: string) => path === root || NEEDED.has(relative(root, path).split(sep)[0]!)
  await cp(root, folder, { recursive: true, filter })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, maxRetries: 3 }) }
}
