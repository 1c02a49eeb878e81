import { clockTime } from '#content/opening-times.ts'

interface Hours {
  weekdays: readonly number[]
  open: { from: string; to: string } | null
}

interface Opening {
  isOpen: boolean
  /** "until 6:00 PM", "opens tomorrow at 9:00 AM" */
  next: string
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Shows in a section whether the clinic is open now, and marks today in its table of opening hours. */
export function showStatusIn(section: Element, now: Date): void {
  for (const element of section.querySelectorAll<HTMLElement>('[data-opening]')) {
    const opening = openingAt(JSON.parse(element.dataset['opening'] ?? '[]') as Hours[], now)
    const [badge, next] = element.children
    if (!badge || !next) continue
    badge.textContent = opening.isOpen ? 'Open now' : 'Closed now'
    badge.classList.add(opening.isOpen ? 'badge-good' : 'badge-off')
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

/** Returns weekday and time in Liverpool, for a visitor in any time zone. */
function liverpoolTime(now: Date): { weekday: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return { weekday: DAYS.indexOf(part('weekday')), time: `${part('hour')}:${part('minute')}` }
}

export function openingAt(hours: readonly Hours[], now: Date): Opening {
  const { weekday, time } = liverpoolTime(now)
  const hoursOn = (day: number) => hours.find(({ weekdays }) => weekdays.includes(day % 7))?.open
  const today = hoursOn(weekday)
  if (today && time >= today.from && time < today.to) {
    return { isOpen: true, next: `until ${clockTime(today.to)}` }
  }
  if (today && time < today.from) return { isOpen: false, next: `opens today at ${clockTime(today.from)}` }
  for (let ahead = 1; ahead <= 7; ahead++) {
    const open = hoursOn(weekday + ahead)
    if (!open) continue
    const day = ahead === 1 ? 'tomorrow' : `on ${DAYS[(weekday + ahead) % 7]}`
    return { isOpen: false, next: `opens ${day} at ${clockTime(open.from)}` }
  }
  return { isOpen: false, next: '' }
}
