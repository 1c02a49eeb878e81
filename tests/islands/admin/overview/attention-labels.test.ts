import { expect, it } from 'vitest'
import { attentionLabel } from '#islands/admin/overview/attention-labels.ts'

const item = { kind: 'stock', id: '', name: 'Acupressure mat' } as const

it.each([
  [{ stock: 0, reserved: 0, lowStock: 2 }, 'Sold out', 'bad', undefined],
  [{ stock: 2, reserved: 0, lowStock: 2 }, 'Low stock', 'wait', '2 left'],
  [{ stock: 2, reserved: 2, lowStock: 2 }, 'Low stock', 'wait', '0 left, 2 in checkouts'],
  [{ stock: 6, reserved: 6, lowStock: 0 }, 'In checkouts', 'wait', '0 left, 6 in checkouts'],
  [{ stock: 9, reserved: 8, lowStock: 2 }, 'In checkouts', 'wait', '1 left, 8 in checkouts'],
])('attentionLabel labels stock %j as %s', (shelf, badge, tone, more) => {
  expect(attentionLabel({ ...item, ...shelf })).toEqual({
    badge,
    tone,
    title: 'Acupressure mat',
    ...(more && { more }),
  })
})

it.each([
  [1, 'An email has been waiting since 25 Nov 2026, 09:12'],
  [12, '12 emails have been waiting since 25 Nov 2026, 09:12'],
])('attentionLabel says since when %i emails have been waiting', (count, title) => {
  const since = '2026-11-25T09:12:00.000Z'
  expect(attentionLabel({ kind: 'emails_waiting', id: '', since, count })).toMatchObject({ title })
})
