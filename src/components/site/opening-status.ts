import { clinic } from '#clinic/clinic-facts.ts'
import { closuresAhead, writeClosures } from '#contract/website/write-closures.ts'
import { liverpoolTime, openingAt } from '#lib/opening-hours.ts'

/** Shows in a section whether the clinic is open now, marks today in its table of opening hours, and hides the closures that
 *  have ended since the site was built. Called again, it replaces what it showed before. */
export function showStatusIn(section: Element, now: Date): void {
  const opening = openingAt(clinic, now)
  // Buttons that dial say so (BookButton.astro).
  section.ownerDocument.documentElement.toggleAttribute('data-open', opening.isOpen)
  for (const element of section.querySelectorAll<HTMLElement>('[data-opening]')) {
    const [state, next] = element.children
    if (!state || !next) continue
    state.textContent = opening.isOpen ? 'Open now' : 'Closed now'
    if (state.matches('.badge')) state.className = opening.isOpen ? 'badge badge-good' : 'badge badge-off'
    next.textContent = opening.next
    element.hidden = false
  }

  const { day: today } = liverpoolTime(now)
  const ahead = closuresAhead(clinic.closures, today)
  for (const element of section.querySelectorAll<HTMLElement>('[data-closures]')) {
    element.textContent = writeClosures(ahead, today)
  }
  const rows = [...section.querySelectorAll<HTMLElement>('[data-from]')]
  for (const row of rows) row.hidden = !ahead.some(({ from }) => from === row.dataset['from'])
  const exception = rows.find(({ dataset }) => dataset['from']! <= today && today <= dataset['to']!)
  const usual = section.querySelector<HTMLElement>(`[data-weekdays~="${new Date(today).getUTCDay()}"]`)
  const row = exception ?? usual
  for (const mark of section.querySelectorAll<HTMLElement>('[data-mark]')) {
    const marked = mark.closest('tr')
    mark.hidden = marked !== row
    marked?.toggleAttribute('data-today', marked === row)
  }
}
