import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { currentToast } from '#ui/toast.ts'

const SCRIPT = vi.hoisted(() => 'https://booking.example/widget.js')

vi.mock('#ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))
vi.mock('#clinic/current-clinic.ts', async (original) => {
  const { clinic } = await original<typeof import('#clinic/current-clinic.ts')>()
  const hours = [{ weekdays: [1, 2, 3, 4, 5, 6], open: { from: '10:00', to: '20:00' } }]
  return { clinic: { ...clinic, hours, booking: { kind: 'widget', place: '12345', script: SCRIPT } } }
})

/** Fakes the DOM for a script element; `arrives` says whether the script loads. */
function browser(arrives: boolean, opened: string[] | undefined) {
  const asked: string[] = []
  const window = { wahanda: opened && { openOnlineBookingWidget: (menu: string) => opened.push(menu) } }
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', {
    createElement: () => new EventTarget(),
    head: {
      append: (element: EventTarget & { src: string }) => {
        asked.push(element.src)
        queueMicrotask(() => element.dispatchEvent(new Event(arrives ? 'load' : 'error')))
      },
    },
  })
  return asked
}

const press = async () => (await import('#lib/book.ts')).book('/?service=massage#write')

beforeEach(() => {
  vi.resetModules()
  currentToast.value = undefined
})
afterEach(() => void vi.unstubAllGlobals())

describe('bookByTouch', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    [
      'dials and offers the form while the clinic is open',
      '2026-11-24T12:00:00Z',
      `tel:${clinic.phone.tel}`,
      true,
    ],
    ['opens the form while the clinic is closed', '2026-11-24T21:00:00Z', '/?service=massage#write', false],
    ['opens the form on a closed day', '2026-11-29T12:00:00Z', '/?service=massage#write', false],
  ])('%s', async (_, now, address, offers) => {
    vi.useFakeTimers({ now: new Date(now) })
    const assign = vi.fn<(address: string) => void>()
    vi.stubGlobal('location', { assign })
    const { bookByTouch } = await import('#lib/book.ts')
    bookByTouch('/?service=massage#write')
    expect(assign).toHaveBeenCalledExactlyOnceWith(address)
    const { currentToast: toast } = await import('#ui/toast.ts')
    expect(toast.value !== undefined).toBe(offers)
  })
})

describe('a booking button', () => {
  it('loads the provider’s script once and opens the clinic’s menu', async () => {
    const opened: string[] = []
    const asked = browser(true, opened)
    await press()
    await press()
    expect(asked).toEqual([SCRIPT])
    expect(opened).toEqual(Array(2).fill('https://widget.treatwell.co.uk/place/12345/menu/'))
  })

  it.each([
    ['the script does not come', false],
    ['the script brings no widget', true],
  ])('offers a call and the appointment form when %s', async (_, arrives) => {
    browser(arrives, undefined)
    await press()
    const { currentToast: toast } = await import('#ui/toast.ts')
    expect(toast.value).toMatchObject({
      description: `Please ring ${clinic.phone.display} and we will find a time that suits you.`,
      action: [
        { label: 'Call', href: `tel:${clinic.phone.tel}` },
        { label: 'Ask for an appointment', href: '/?service=massage#write' },
      ],
    })
  })
})
