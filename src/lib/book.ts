import { clinic } from '#clinic/clinic-facts.ts'
import { openingAt } from '#lib/opening-hours.ts'
import { showToast } from '#ui/toast.ts'

declare global {
  interface Window {
    /** Treatwell's widget, once its script is loaded. */
    wahanda?: { openOnlineBookingWidget?: (menu: string) => void }
  }
}

const { booking, phone } = clinic
let loading: Promise<void> | undefined

/** Opens the booking widget on the clinic's menu, or offers other ways to book if the widget is unavailable. */
export async function book(appointmentForm: string): Promise<void> {
  try {
    if (booking.kind !== 'widget') return offerOtherWays(appointmentForm)
    loading ??= loadScript(booking.script)
    await loading
    const open = window.wahanda?.openOnlineBookingWidget
    if (!open) return offerOtherWays(appointmentForm)
    open(`https://widget.treatwell.co.uk/place/${booking.place}/menu/`)
  } catch {
    // Allow a retry.
    loading = undefined
    offerOtherWays(appointmentForm)
  }
}

/** On a touch screen: dials while the clinic is open, and opens the appointment form while nobody would answer. */
export function bookByTouch(appointmentForm: string): void {
  const { isOpen } = openingAt(clinic, new Date())
  location.assign(isOpen ? `tel:${phone.tel}` : appointmentForm)
  if (isOpen) offerOtherWays(appointmentForm)
}

/** Shows the phone number and the appointment form. Also while dialling: not every touch screen is a telephone. */
function offerOtherWays(appointmentForm: string): void {
  showToast({
    id: 'booking',
    title: 'Book by phone',
    description: `Please ring ${phone.display} and we will find a time that suits you.`,
    action: [
      { label: 'Call', href: `tel:${phone.tel}` },
      { label: 'Ask for an appointment', href: appointmentForm },
    ],
  })
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = address
    element.async = true
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => reject(new Error('The booking script did not load')))
    document.head.append(element)
  })
}
