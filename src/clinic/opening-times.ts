/** Formats a time: "8:00 PM" for "20:00". */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Formats the opening times of a day: "10:00 AM–8:00 PM". */
export const openingTimes = (open: { from: string; to: string } | null): string =>
  open ? `${clockTime(open.from)}–${clockTime(open.to)}` : 'Closed'
