import { liverpoolTime, openingAt, type OpeningHours } from '#lib/opening-hours.ts'

/** Shows in a section whether the clinic is open now, and marks today in its table of opening hours. */
export function showStatusIn(section: Element, now: Date): void {
  for (const element of section.querySelectorAll<HTMLElement>('[data-opening]')) {
    const opening = openingAt(JSON.parse(element.dataset['opening'] ?? '[]') as OpeningHours[], now)
    const [state, next] = element.children
    if (!state || !next) continue
    state.textContent = opening.isOpen ? 'Open now' : 'Closed now'
    if (state.classList.contains('badge')) state.classList.add(opening.isOpen ? 'badge-good' : 'badge-off')
    next.textContent = opening.next
    element.hidden = false
  }

  const today = String(liverpoolTime(now).weekday)
  for (const row of section.querySelectorAll<HTMLElement>('[data-weekdays]')) {
    if (!row.dataset['weekdays']?.includes(today)) continue
    row.dataset['today'] = ''
    row.querySelector('th')?.append(', today')
  }
}
