import { expect, it } from 'vitest'
import { figuresText } from '../../../bench/readme.ts'
import { target } from '../../../bench/target.ts'

it('the README’s table says every ratio, and of a family the figure nearest to its limit', () => {
  const targets = [
    target('settling: one caller over fifty', 0.5, 1, '×'),
    target('login: bundle', 200, 340, 'KB'),
    target('create-order: bundle', 560, 620, 'KB'),
    target('one more page in the build', 0.05, 0.04, 's'),
  ]
  const lines = figuresText(targets, new Date('2026-11-21T10:00:00Z'), 'a machine').split('\n')
  expect(lines[0]).toBe('2026-11-21, a machine: 1 of 4 targets not met.')
  expect(lines.slice(4)).toEqual([
    '| settling: one caller over fifty | 0.5 × | ≤ 1 × |',
    '| bundle, nearest to its limit of 2: create-order | 560 KB | ≤ 620 KB |',
    '| one more page in the build | 0.05 s | ≤ 0.04 s |',
  ])
})
