import { expect, test, vi } from 'vitest'
import { showStatusIn } from '#components/site/opening-status.ts'

const closure = { from: '2026-11-25', to: '2026-11-25', open: null, reason: '' }
vi.mock('#clinic/clinic-facts.ts', () => ({
  clinic: {
    hours: [{ weekdays: [1, 2, 3, 4, 5], open: { from: '09:00', to: '18:00' } }],
    closures: [{ from: '2026-11-25', to: '2026-11-25', open: null, reason: '' }],
  },
}))

/** Fakes the part of a row that opening hours use. */
function rowOf(dataset: Record<string, string>) {
  const row = {
    dataset,
    hidden: true,
    isToday: false,
    toggleAttribute: (_: 'data-today', on: boolean) => (row.isToday = on),
    mark: { hidden: true, closest: (): unknown => row },
  }
  return row
}

test('the opening hours of a page that is shown again are those of the new day', () => {
  const state = { className: 'badge', textContent: '', matches: () => true }
  const next = { textContent: '' }
  const usual = rowOf({ weekdays: '1 2 3 4 5' })
  const exception = rowOf({ from: closure.from, to: closure.to })
  const rows = [usual, exception]
  const found: Record<string, object[]> = {
    '[data-opening]': [{ children: [state, next], hidden: true }],
    '[data-from]': [exception],
    '[data-mark]': rows.map(({ mark }) => mark),
  }
  const section = {
    querySelectorAll: (selector: string) => found[selector] ?? [],
    querySelector: () => usual,
    ownerDocument: { documentElement: { toggleAttribute: (_: 'data-open', on: boolean) => (isOpen = on) } },
  } as unknown as Element
  let isOpen: boolean | undefined

  const shown = [
    '2026-11-24T12:00:00Z',
    '2026-11-24T19:00:00Z',
    '2026-11-25T12:00:00Z',
    '2026-11-26T12:00:00Z',
  ].map((now) => {
    showStatusIn(section, new Date(now))
    const today = rows.filter(({ isToday, mark }) => isToday && !mark.hidden)
    return [isOpen, state.textContent, next.textContent, state.className, exception.hidden, today]
  })
  expect(shown).toEqual([
    [true, 'Open now', 'until 6:00 PM', 'badge badge-good', false, [usual]],
    [false, 'Closed now', 'opens Thursday at 9:00 AM', 'badge badge-off', false, [usual]],
    [false, 'Closed now', 'opens tomorrow at 9:00 AM', 'badge badge-off', false, [exception]],
    [true, 'Open now', 'until 6:00 PM', 'badge badge-good', true, [usual]],
  ])
})
