import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIBRARIES, type Library } from '#tests/benchmarks/functions/libraries.ts'
import { functionTargets, onReferenceMachine } from '#tests/benchmarks/functions/measure-functions.ts'
import { median } from '#tests/benchmarks/median.ts'
import { portalTargets, type PortalFigures } from '#tests/benchmarks/portal/measure-portal.ts'
import { formatTable } from '#tests/benchmarks/report.ts'
import { inlineScriptWeight, reachableScriptWeight } from '#tests/benchmarks/routes/page-scripts.ts'
import { target } from '#tests/benchmarks/target.ts'

const met = (library: Library, bytes: number, importMs: number) =>
  functionTargets([{ name: 'redeem', library, bytes, importMs }]).map(({ met }) => met)

describe('a target', () => {
  it('is met up to its limit, plus a margin if it depends on the machine', () => {
    expect([target('', 5, 5, 'KB'), target('', 5.1, 5, 'KB')].map(({ met }) => met)).toEqual([true, false])
    expect([target('', 6, 5, 'ms', 0.2), target('', 6.1, 5, 'ms', 0.2)].map(({ met }) => met)).toEqual([
      true,
      false,
    ])
  })

  it('of a function depends on whether it contains Stripe', () => {
    expect(met('withoutStripe', 390_000, 26)).toEqual([true, true])
    expect(met('withoutStripe', 391_000, 32)).toEqual([false, false])
    expect(met('withStripe', 660_000, 65)).toEqual([true, true])
    expect(met('withStripe', 661_000, 79)).toEqual([false, false])
  })

  it('in milliseconds of the database allows for a slow machine', () => {
    const figures = {
      large: { vouchers: 1000, orders: 1000 },
      pages: [{ list: 'vouchers', page: 'first', largeMs: 1, smallMs: 1 }],
      searches: [{ list: 'vouchers', what: 'a name', databaseMs: 14 }],
      statsMs: 28,
      largeStatsMs: 280,
      portalPage: { scriptBytes: 0, worstKeyMs: 0, keys: 0 },
    } satisfies Omit<PortalFigures, 'slowdown'>
    const late = (slowdown: number) =>
      portalTargets({ ...figures, slowdown }).flatMap(({ name, met }) => (met ? [] : name.split(' ')[0]))
    expect(late(1.4)).toEqual([])
    expect(late(1)).toEqual(['vouchers,', 'figures'])
  })
})

it('an import that takes as long as its libraries counts as they do on any machine', () => {
  const { ms } = LIBRARIES.withoutStripe
  expect(onReferenceMachine('withoutStripe', [20, 40, 60], [20, 40, 60])).toBe(ms)
  expect(onReferenceMachine('withoutStripe', [20, 40, 90], [10, 20, 30])).toBe(2 * ms)
})

it('the median does not depend on the order of the rounds', () => {
  expect([median([9, 1, 2]), median([4, 1, 3, 2]), median([1, 2, 3, 4, 5], 0.25)]).toEqual([2, 2.5, 2])
})

it('a table aligns texts left and numbers right', () => {
  expect(formatTable(['what', 'KB'], [['a', 5]]).split('\n')).toEqual(['what  KB', '────  ──', 'a      5'])
})

describe('the scripts of a page', () => {
  let folder: string
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  const page = () => ({ path: '/', file: join(folder, 'index.html') })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meridian-bench-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('count if inline; inline data does not', async () => {
    await write(
      'index.html',
      '<script type="application/ld+json">{}</script><script type="importmap">{}</script>',
    )
    expect(await inlineScriptWeight(page())).toBe(0)
    await write('index.html', '<script>console.log(1)</script>')
    expect(await inlineScriptWeight(page())).toBeGreaterThan(10)
  })

  it('include dynamic imports', async () => {
    await write('index.html', '<script type="module" src="/first.js"></script>')
    await write('first.js', `import('./later.js')`)
    await write('later.js', `console.log('later')`)
    const both = await reachableScriptWeight(folder, page())
    await write('index.html', '<script type="module" src="/later.js"></script>')
    expect(both).toBeGreaterThan(await reachableScriptWeight(folder, page()))
  })
})
