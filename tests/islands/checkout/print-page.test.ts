import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FROM_THE_EMAIL, printPage } from '#islands/checkout/print-page.ts'
import { currentToast } from '#ui/toast.ts'

vi.mock('#ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))

const page = { title: 'Your purchase' }
const events = new EventTarget()
const happens = (type: string) => events.dispatchEvent(new Event(type))
const warning = () => currentToast.value?.isOpen && currentToast.value.description

/** Has a browser whose print() does this; `undefined`: it has none. */
function browse(print: (() => void) | undefined): void {
  vi.stubGlobal('window', { print })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { host: 'clinic.example', pathname: '/voucher', hash: '' })
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
})
afterEach(() => {
  happens('keydown')
  happens('beforeprint')
  currentToast.value = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('printPage gives the page its title while it prints, and says nothing', () => {
  const titles: string[] = []
  browse(() => {
    happens('beforeprint')
    titles.push(page.title)
    happens('afterprint')
  })
  printPage('Receipt 1042')
  expect(titles).toEqual(['Receipt 1042'])
  expect(page.title).toBe('Your purchase')
  vi.advanceTimersByTime(60_000)
  expect(warning()).toBeUndefined()
})

it.each(['pointerdown', 'keydown'])(
  'printPage leaves the title to a browser that prints later, until a %s',
  (press) => {
    browse(() => {})
    printPage('Receipt 1042')
    happens('beforeprint')
    vi.advanceTimersByTime(60_000)
    expect(page.title).toBe('Receipt 1042')
    happens(press)
    expect(page.title).toBe('Your purchase')
    expect(warning()).toBeUndefined()
  },
)

it('printPage leaves alone the title of a page that was opened meanwhile', () => {
  browse(() => happens('beforeprint'))
  printPage('Receipt 1042')
  page.title = 'Orders'
  happens('keydown')
  expect(page.title).toBe('Orders')
  page.title = 'Your purchase'
})

it('printPage says after a second that the browser does not print, and takes it back if it does', () => {
  browse(() => {})
  printPage('Receipt 1042', FROM_THE_EMAIL)
  vi.advanceTimersByTime(999)
  expect(warning()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(warning()).toBe(FROM_THE_EMAIL)
  expect(page.title).toBe('Your purchase')
  happens('beforeprint')
  expect(warning()).toBe(false)
})

it('printPage says at once that the browser has no print, and where to open the page', () => {
  browse(undefined)
  printPage('Gift voucher ending 19DY')
  expect(warning()).toBe('Please open this page in Safari or Chrome: clinic.example/voucher')
  expect(page.title).toBe('Your purchase')
})
