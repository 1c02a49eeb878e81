import { liverpoolTime, openingAt, type Hours } from './opening.ts'

/** Says whether the clinic is open now, and sets the point at today's row of the opening hours. */
export function showOpening(now = new Date()): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-opening]')) {
    const opening = openingAt(JSON.parse(place.dataset['opening'] ?? '[]') as Hours[], now)
    const [badge, next] = place.children
    if (!badge || !next) continue
    badge.textContent = opening.isOpen ? 'Open now' : 'Closed now'
    badge.classList.add(opening.isOpen ? 'badge-good' : 'badge-off')
    next.textContent = opening.next
    place.hidden = false
  }

  const today = String(liverpoolTime(now).weekday)
  for (const row of document.querySelectorAll<HTMLElement>('[data-weekdays]')) {
    if (!row.dataset['weekdays']?.includes(today)) continue
    row.dataset['today'] = ''
    row.querySelector('th')?.append(', today')
  }
}
