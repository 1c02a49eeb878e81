import { expect, it } from 'vitest'
import { target } from '#tests/benchmarks/target.ts'
import { figuresText } from '#tests/benchmarks/write-benchmarks.ts'

it('figuresText lists each ratio, the worst of each family and every missed target, as missed within a margin too', () => {
  const targets = [
    target('settling: one caller over fifty', 0.5, 1, '×'),
    target('login: bundle', 200, 340, 'KB'),
    target('create-order: bundle', 560, 620, 'KB'),
    target('login: import', 25, 20, 'ms'),
    target('create-order: import', 62, 52, 'ms', 0.2),
    target('one more page in the build', 0.05, 0.04, 's'),
  ]
  const lines = figuresText(targets, new Date('2026-11-21T10:00:00Z'), 'a machine').split('\n')
  expect(lines[0]).toBe('2026-11-21, a machine: 3 of 6 targets met, 3 missed (1 of them by at most 20 %).')
  expect(lines.slice(4)).toEqual([
    '| settling: one caller over fifty | 0.5 × | ≤ 1 × | met |',
    '| bundle, nearest to its limit of 2: create-order | 560 KB | ≤ 620 KB | met |',
    '| import, nearest to its limit of 2: login | 25 ms | ≤ 20 ms | **missed** |',
    '| import: create-order | 62 ms | ≤ 52 ms | **missed** |',
    '| one more page in the build | 0.05 s | ≤ 0.04 s | **missed** |',
  ])
})

it('figuresText names no missed targets if all are met', () => {
  const [line] = figuresText(
    [target('login: bundle', 200, 340, 'KB')],
    new Date('2026-11-21T10:00:00Z'),
    'a machine',
  ).split('\n')
  expect(line).toBe('2026-11-21, a machine: 1 of 1 targets met.')
})
