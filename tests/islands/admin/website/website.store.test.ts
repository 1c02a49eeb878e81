import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#contract/base/send-date.ts'
import { NO_WEBSITE, type Website, type WebsiteReply } from '#contract/website/website.ts'
import { session } from '#islands/admin/session/session.store.ts'
import type { Slot } from '#islands/admin/website/slot.ts'
import { WEBSITE_PARTS } from '#islands/admin/website/website-texts.ts'
import {
  askBeforeLeaving,
  isExample,
  isUnsaved,
  loadIntoForms,
  saveAll,
  saved,
  showSaved,
  today,
  unsavedCount,
  websiteForms,
} from '#islands/admin/website/website.store.ts'
import { NOTHING_SAVED } from '#tests/islands/admin/website/website-reply.ts'
import { answer, LOST, refusal } from '#tests/islands/fake-api.ts'

const { opening, notice, contact, gettingHere, prices } = websiteForms
const { files: FILES } = NOTHING_SAVED
const open = { from: '10:00', to: '18:00' }
const savedAs = (website: Partial<Website>, version: number): WebsiteReply => ({
  ...NOTHING_SAVED,
  website: { ...NO_WEBSITE, ...website },
  version,
  savedBy: 'anna@clinic.example',
  savedAt: '2026-11-26T09:00:00.000Z',
})
const later = (days: number) => addDays(today(), days)
const closed = (from: number, to = from, reason = '') => ({
  from: later(from),
  to: later(to),
  open: null,
  reason,
})
const phone = contact.slot.at('phone')
const closures = opening.slot.at('closures')
const massage = prices.slot.at('therapies').at('massage').at(0)

beforeEach(() => showSaved({ ...NOTHING_SAVED }))
afterEach(() => {
  vi.unstubAllGlobals()
  session.value = undefined
  for (const part of WEBSITE_PARTS) websiteForms[part].replace(undefined)
  saved.value = undefined
})

it.each([
  ['asks before the page is left with something unsaved', true, true, 1],
  ['does not ask when all is saved', true, false, 0],
  ['does not ask when the owner signs out, so that the page is emptied', false, true, 0],
])('the browser %s', (_, isSignedIn, isTyped, times) => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  session.value = isSignedIn ? { token: 'token', email: 'anna@clinic.example', role: 'owner' } : undefined
  if (isTyped) phone.set('0151 496 0999')
  // Each time that the tab is opened.
  askBeforeLeaving()
  askBeforeLeaving()
  const leaving = new Event('beforeunload', { cancelable: true })
  const prevent = vi.spyOn(leaving, 'preventDefault')
  page.dispatchEvent(leaving)
  expect(prevent).toHaveBeenCalledTimes(times)
})

describe('a form', () => {
  it('saves its part alone, and leaves what is typed in others', async () => {
    const sent = answer([200, savedAs({ contact: { ...FILES.contact, phone: '0151 496 0999' } }, 1)])
    phone.set(' 0151 496 0999 ')
    notice.slot.at('text').set('We are moving.')
    expect(await contact.save()).toBe(true)
    expect(sent).toEqual([{ version: 0, website: { contact: { ...FILES.contact, phone: '0151 496 0999' } } }])
    expect([contact.isUnsaved.value, notice.isUnsaved.value]).toEqual([false, true])
  })

  it.each<[string, () => void, Partial<Website>]>([
    [
      'closures and hours',
      () => {
        closures.set([{ ...closed(5, 9), reason: ' Holiday! ' }])
        opening.slot.at('week').at(0).set({ from: '09:00', to: '17:00' })
      },
      {
        opening: {
          week: [{ from: '09:00', to: '17:00' }, open, open, open, open, open, null],
          closures: [closed(5, 9, 'Holiday!')],
        },
      },
    ],
    [
      'no position',
      () => contact.slot.at('position').set(' '),
      { contact: { ...FILES.contact, position: null } },
    ],
    [
      'prices',
      () => massage.set({ minutes: ' 90 ', pounds: '£65' }),
      { prices: { ...FILES.prices, therapies: { massage: [{ minutes: 90, pounds: '65.00' }] } } },
    ],
    ['no notice', () => notice.slot.at('text').set('  '), { notice: null }],
  ])('sends %s as the contract has them', async (_, type, website) => {
    const sent = answer([200, savedAs({}, 1)])
    type()
    expect(await saveAll()).toBeUndefined()
    expect(sent[0]).toEqual({ version: 0, website })
  })

  it('keeps what is typed while it is saved', async () => {
    answer([200, savedAs({ contact: { ...FILES.contact, phone: '0151 496 0999' } }, 1)])
    phone.set('0151 496 0999')
    const saving = contact.save()
    phone.set('0151 496 0888')
    expect(await saving).toBe(true)
    expect([phone.value, contact.isUnsaved.value]).toEqual(['0151 496 0888', true])
  })

  it('says that it does not know when no response arrives, and keeps what was typed', async () => {
    answer(LOST)
    phone.set('0151 496 0999')
    expect(await contact.save()).toBe(false)
    expect(contact.message.value).toBe(
      'We cannot tell whether this was saved. Nothing you typed is lost, so please save it again.',
    )
    expect(phone.value).toBe('0151 496 0999')
  })

  it('forgets what was typed, and brings it back on request', () => {
    phone.set('0151 496 0999')
    const undo = contact.replace(undefined)
    expect([phone.value, isUnsaved.value]).toEqual(['0151 496 0123', false])
    undo()
    expect(phone.value).toBe('0151 496 0999')
  })

  it('makes made-up prices the owner’s when she saves them as they are', async () => {
    const sent = answer([200, savedAs({ prices: FILES.prices }, 1)])
    expect(isExample('prices')).toBe(true)
    await prices.adopt()
    expect(sent).toEqual([{ version: 0, website: { prices: FILES.prices } }])
    expect([isExample('prices'), isExample('gettingHere'), isUnsaved.value]).toEqual([false, true, false])
  })

  it('does not show made-up prices of a therapy that is new beside the owner’s prices of others', () => {
    showSaved(savedAs({ prices: { firstVisit: [], therapies: {} } }, 1))
    expect(prices.slot.value).toEqual({ firstVisit: [], therapies: { massage: [] } })
  })
})

describe('errors', () => {
  const position = contact.slot.at('position')
  it.each<[string, string, string, () => Slot<string>]>([
    ['a phone', 'ring me', 'Please enter a phone number, such as 07700 900123', () => phone],
    ['an email', 'hello@clinic', 'Please enter a valid email address', () => contact.slot.at('email')],
    [
      'a position',
      'near the docks',
      'Please paste the position from a map, such as 53.4028, -2.9793',
      () => position,
    ],
    [
      'a price',
      '0',
      'Please enter a price in pounds, such as 45, or remove this one',
      () => massage.at('pounds'),
    ],
    ['minutes', 'half an hour', 'Please enter the number of minutes', () => massage.at('minutes')],
    ['minutes', '', 'Please enter the number of minutes', () => massage.at('minutes')],
  ])('of %s “%s” are shown by Save until it is corrected, and nothing is sent: %s', async (...row) => {
    const [, typed, message, fieldOf] = row
    const sent = answer([200, savedAs({}, 1)])
    const field = fieldOf()
    field.set(typed)
    expect(field.error).toBeUndefined()
    expect(await saveAll()).toBe(field.name.split('.')[0])
    expect([field.error, sent]).toEqual([message, []])
    field.set('1')
    expect(field.error).toBeUndefined()
  })

  it('of a closure are at its fields, and go with its row', async () => {
    closures.set([closed(3), closed(-2)])
    expect(await opening.save()).toBe(false)
    expect(opening.errors.value).toEqual({
      'opening.closures.1.to': 'This day has passed. Please choose a later one',
    })
    closures.set([closed(3)])
    expect(opening.errors.value).toEqual({})
  })

  it('of hours that end first are at the end, and go when the beginning is corrected', async () => {
    const monday = opening.slot.at('week').at(1) as Slot<typeof open>
    monday.at('to').set('09:00')
    await opening.save()
    expect(monday.at('to').error).toBe('Please enter a closing time after the opening time')
    monday.at('from').set('08:00')
    expect(monday.at('to').error).toBeUndefined()
  })

  it('of the server are shown at their fields', async () => {
    answer(refusal('invalid_request', 'no', 400, { 'website.contact.email': 'Not this one' }))
    phone.set('0151 496 0999')
    expect(await contact.save()).toBe(false)
    expect(contact.slot.at('email').error).toBe('Not this one')
  })
})

describe('a save that is refused because somebody else has saved the part', () => {
  const changed = refusal('changed_meanwhile', 'Somebody else changed the contact details.')
  const theirs = savedAs({ contact: { ...FILES.contact, phone: '0151 496 0777' } }, 4)

  it('shows theirs, keeps what was typed, and replaces theirs once the owner wants that', async () => {
    const sent = answer(changed, [200, theirs], [200, savedAs({}, 5)])
    phone.set('0151 496 0999')
    expect(await contact.save()).toBe(false)
    expect(contact.message.value).toBe('Somebody else changed the contact details.')
    expect(contact.isOutdated.value).toBe(true)
    expect(contact.changes.value).toMatchObject([{ label: 'Telephone', before: '0151 496 0777' }])
    expect(phone.value).toBe('0151 496 0999')
    contact.keepMine()
    expect(await contact.save()).toBe(true)
    expect(sent.at(-1)).toMatchObject({ version: 4, website: { contact: { phone: '0151 496 0999' } } })
    expect([contact.message.value, contact.isOutdated.value]).toEqual(['', false])
  })

  it('is refused again until the owner has chosen', async () => {
    const sent = answer(changed, [200, theirs], changed, [200, theirs])
    phone.set('0151 496 0999')
    await contact.save()
    await contact.save()
    expect(sent.map(({ version }) => version)).toEqual([0, 0])
    expect(phone.value).toBe('0151 496 0999')
  })

  it('lets the owner take theirs', async () => {
    answer(changed, [200, theirs])
    phone.set('0151 496 0999')
    await contact.save()
    contact.replace(undefined)
    expect([phone.value, contact.message.value, isUnsaved.value]).toEqual(['0151 496 0777', '', false])
  })

  it('is based on the version that was shown when typing began, whatever was loaded since', async () => {
    phone.set('0151 496 0999')
    showSaved(theirs)
    expect(phone.value).toBe('0151 496 0999')
    const sent = answer(changed, [200, theirs])
    await contact.save()
    expect(sent[0]).toMatchObject({ version: 0 })
  })
})

describe('the last day of a notice', () => {
  const text = notice.slot.at('text')
  const to = notice.slot.at('to')
  beforeEach(() =>
    showSaved(savedAs({ opening: { ...FILES.opening, closures: [closed(5, 9, 'Christmas')] } }, 1)),
  )

  it('is asked for if the text names no closure', async () => {
    text.set('We are moving.')
    expect(await notice.save()).toBe(false)
    expect(to.error).toBe('Please choose a day')
  })

  it('follows the closure that the text names, and its changes', () => {
    text.set('Closed for christmas')
    expect(to.value).toBe(later(9))
    closures.at(0).at('to').set('')
    closures.at(0).at('to').set(later(12))
    expect(to.value).toBe(later(12))
    text.set('We are moving.')
    expect(to.value).toBe('')
  })

  it.each([
    ['24 December', '2099-12-24', true],
    ['24th Dec', '2099-12-24', true],
    ['24 December', '2099-12-04', false],
  ])('“Closed on %s” names a closure on %s: %s', (day, from, isNamed) => {
    closures.set([{ from, to: from, open: null, reason: '' }])
    text.set(`Closed on ${day}`)
    expect(to.value).toBe(isNamed ? from : '')
  })

  it('stays as the owner chose it', () => {
    to.set(later(3))
    text.set('Closed for Christmas')
    closures.at(0).at('to').set(later(12))
    expect(to.value).toBe(later(3))
  })
})

const OWN: Website = {
  opening: { week: [open, null, null, null, null, null, null], closures: [closed(3)] },
  notice: { text: 'We are moving.', from: today(), to: later(4), level: 'calm' },
  contact: { ...FILES.contact, phone: '0151 496 0999' },
  gettingHere: [{ by: 'Bus', text: 'Line 82.' }],
  prices: { firstVisit: [], therapies: { massage: [{ minutes: 90, pounds: '90.00' }] } },
}

it.each<[string, Website, Website]>([
  ['without own values, after own ones', NO_WEBSITE, OWN],
  ['with own values, after none', OWN, NO_WEBSITE],
  ['with the examples as its own, after none', { ...NO_WEBSITE, ...FILES }, NO_WEBSITE],
  ['without own values, after the examples as own ones', NO_WEBSITE, { ...NO_WEBSITE, ...FILES }],
])('a version %s, that is loaded into the forms is saved as it was', async (_, version, before) => {
  showSaved(savedAs(before, 1))
  const sent = answer([200, savedAs(version, 2)])
  loadIntoForms(version)
  expect([isUnsaved.value, sent]).toEqual([true, []])
  if (!version.prices) expect(isExample('prices')).toBe(true)
  for (const part of WEBSITE_PARTS) await websiteForms[part].save()
  const parts = sent.map(({ website }) => website)
  expect(Object.assign({ ...before }, ...parts)).toEqual(version)
  expect(isUnsaved.value).toBe(false)
})

it('a form in which nothing is typed sends nothing, so that examples stay examples', async () => {
  showSaved(savedAs({}, 1))
  const sent = answer()
  expect(await prices.save()).toBe(true)
  expect([sent, isExample('prices')]).toEqual([[], true])
})

it('loadIntoForms can be undone, and a part that is changed afterwards is the owner’s', async () => {
  showSaved(savedAs(OWN, 1))
  const undo = loadIntoForms(NO_WEBSITE)
  expect(unsavedCount.value).toBeGreaterThan(0)
  undo()
  expect([isUnsaved.value, isExample('prices')]).toEqual([false, false])
  loadIntoForms(NO_WEBSITE)
  massage.at('pounds').set('70')
  gettingHere.slot.set([])
  const sent = answer([200, savedAs({}, 2)])
  await prices.save()
  await gettingHere.save()
  expect(sent).toMatchObject([
    { website: { prices: { ...FILES.prices, therapies: { massage: [{ minutes: 60, pounds: '70.00' }] } } } },
    { website: { gettingHere: [] } },
  ])
})
