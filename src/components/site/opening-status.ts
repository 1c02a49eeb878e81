import { liverpoolTime, openingAt, type Hours } from './opening.ts'

/** Where opening hours come near view, says whether the clinic is open now, and sets the point at today's row. */
export function showOpening(): void {
  // The first date in another time zone takes a phone long: not before somebody is about to read it.
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        tell(target, new Date())
      }
    },
    { rootMargin: '300px' },
  )
  for (const place of document.querySelectorAll('[data-opening]')) near.observe(place.parentElement!)
}

function tell(part: Element, now: Date): void {
  for (const place of part.querySelectorAll<HTMLElement>('[data-opening]')) {
    const opening = openingAt(JSON.parse(place.dataset['opening'] ?? '[]') as Hours[], now)
    const [badge, next] = place.children
    if (!badge || !next) continue
    badge.textContent = opening.isOpen ? 'Open now' : 'Closed now'
    badge.classList.add(opening.isOpen ? 'badge-good' : 'badge-off')
    next.textContent = opening.next
    place.hidden = false
  }

  const today = String(liverpoolTime(now).weekday)
  for (const row of part.querySelectorAll<HTMLElement>('[data-weekdays]')) {
    if (!row.dataset['weekdays']?.includes(today)) continue
    row.dataset['today'] = ''
    row.querySelector('th')?.append(', today')
  }
}
