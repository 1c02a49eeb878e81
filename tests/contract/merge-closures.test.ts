import { describe, expect, it } from 'vitest'
import { mergeClosures } from '#contract/website/merge-closures.ts'
import type { Closure } from '#contract/website/opening-days.ts'

const SHORT = { from: '09:00', to: '13:00' }
const LONG = { from: '10:00', to: '20:00' }
const closed = (from: string, to: string, reason = ''): Closure => ({ from, to, open: null, reason })
const open = (from: string, to: string, hours = SHORT, reason = ''): Closure => ({
  from,
  to,
  open: hours,
  reason,
})

describe('mergeClosures', () => {
  it.each<[string, Closure[], Closure[]]>([
    [
      'joins two that overlap, with both reasons',
      [closed('2026-12-26', '2027-01-02', 'New Year'), closed('2026-12-24', '2026-12-28', 'Christmas')],
      [closed('2026-12-24', '2027-01-02', 'Christmas, New Year')],
    ],
    [
      'joins three through the last of them',
      [
        closed('2026-12-01', '2026-12-03'),
        closed('2026-12-05', '2026-12-07'),
        closed('2026-12-02', '2026-12-06'),
      ],
      [closed('2026-12-01', '2026-12-07')],
    ],
    [
      'lets a closed day win over other hours, on both sides of it',
      [closed('2026-12-24', '2026-12-25'), open('2026-12-23', '2026-12-27')],
      [
        open('2026-12-23', '2026-12-23'),
        closed('2026-12-24', '2026-12-25'),
        open('2026-12-26', '2026-12-27'),
      ],
    ],
    [
      'lets the later of two with other hours win',
      [open('2026-12-01', '2026-12-03', SHORT), open('2026-12-02', '2026-12-02', LONG)],
      [
        open('2026-12-01', '2026-12-01'),
        open('2026-12-02', '2026-12-02', LONG),
        open('2026-12-03', '2026-12-03'),
      ],
    ],
    [
      'joins days that touch only if their reason is the same',
      [
        closed('2026-12-01', '2026-12-01', 'Training'),
        closed('2026-12-02', '2026-12-02', 'Training'),
        closed('2026-12-03', '2026-12-03'),
      ],
      [closed('2026-12-01', '2026-12-02', 'Training'), closed('2026-12-03', '2026-12-03')],
    ],
    [
      'keeps the first reason if both together are too long',
      [
        closed('2026-12-01', '2026-12-02', 'a'.repeat(40)),
        closed('2026-12-02', '2026-12-03', 'b'.repeat(40)),
      ],
      [closed('2026-12-01', '2026-12-03', 'a'.repeat(40))],
    ],
    [
      'counts days and not hours where the clocks change',
      [
        closed('2026-10-24', '2026-10-24', 'x'),
        closed('2026-10-25', '2026-10-25', 'x'),
        closed('2026-10-26', '2026-10-26', 'x'),
      ],
      [closed('2026-10-24', '2026-10-26', 'x')],
    ],
  ])('%s', (_, given, merged) => {
    expect(mergeClosures(given)).toEqual(merged)
    expect(mergeClosures(merged)).toEqual(merged)
  })
})
