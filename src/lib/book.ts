import { clinic } from '#content/clinic'
import { showToast } from '../ui/toast.ts'

declare global {
  interface Window {
    /** Treatwell's widget, once its script is loaded. */
    wahanda?: { openOnlineBookingWidget?: (menu: string) => void }
  }
}

const { place, script } = clinic.booking
let loading: Promise<void> | undefined

/** Opens the booking widget on the clinic's menu, or shows the phone number if the widget is unavailable. */
export async function book(): Promise<void> {
  try {
    if (!place || !script) return showPhoneNumber()
    loading ??= loadScript(script)
    await loading
    const open = window.wahanda?.openOnlineBookingWidget
    if (!open) return showPhoneNumber()
    open(`https://widget.treatwell.co.uk/place/${place}/menu/`)
  } catch {
    // Allow a retry.
    loading = undefined
    showPhoneNumber()
  }
}

function showPhoneNumber(): void {
  const { display } = clinic.phone
  showToast({ title: 'Book by phone', description: `Ring ${display} and we will find a time together.` })
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
