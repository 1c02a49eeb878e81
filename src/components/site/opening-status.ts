import type { OpeningTimes } from '#contract/opening-days.ts'
import { closuresAhead, writeClosures } from '#contract/write-closures.ts'
import { liverpoolTime, openingAt } from '#lib/opening-hours.ts'

/** Shows in a section whether the clinic is open now, marks today in its table of opening hours, and hides the closures that
 *  have ended since the site was built. */
export function showStatusIn(section: Element, now: Date): void {
  const times = JSON.parse(document.body.dataset['hours']!) as OpeningTimes
  for (const element of section.querySelectorAll<HTMLElement>('[data-opening]')) {
    const opening = openingAt(times, now)
    const [state, next] = element.children
    if (!state || !next) continue
    state.textContent = opening.isOpen ? 'Open now' : 'Closed now'
    if (state.classList.contains('badge')) state.classList.add(opening.isOpen ? 'badge-good' : 'badge-off')
    next.textContent = opening.next
    element.hidden = false
  }

  const { day: today } = liverpoolTime(now)
  const ahead = closuresAhead(times.closures, today)
  for (const element of section.querySelectorAll<HTMLElement>('[data-closures]')) {
    element.textContent = writeClosures(ahead, today)
  }
  const rows = [...section.querySelectorAll<HTMLElement>('[data-from]')]
  for (const row of rows) row.hidden = !ahead.some(({ from }) => from === row.dataset['from'])
  const exception = rows.find(({ dataset }) => dataset['from']! <= today && today <= dataset['to']!)
  const usual = section.querySelector<HTMLElement>(`[data-weekdays~="${new Date(today).getUTCDay()}"]`)
  const row = exception ?? usual
  if (!row) return
  row.dataset['today'] = ''
  // Before the reason of a closure, which is on a line of its own.
  const name = row.querySelector('th > span') ?? row.querySelector('th')
  name?.append(', today')
}
