import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#contract/send-date.ts'
import { NO_WEBSITE, type Website, type WebsiteReply } from '#contract/website.ts'
import { session } from '#islands/admin/session/session.store.ts'
import { blankClosure, type Draft } from '#islands/admin/website/website-draft.ts'
import { mergeDrafts, partsOf, readPart } from '#islands/admin/website/website-parts.ts'
import {
  addRow,
  adoptPart,
  askBeforeLeaving,
  change,
  changeFirstDay,
  conflicts,
  discard,
  draft,
  errors,
  isExample,
  isUnsaved,
  loadIntoForm,
  removeRow,
  save,
  saved,
  savedText,
  saveState,
  showSaved,
  takeTheirs,
  today,
  unsaved,
} from '#islands/admin/website/website.store.ts'
import { answer, LOST, refusal } from '#tests/islands/fake-api.ts'

const open = { from: '10:00', to: '18:00' }
const FILES: WebsiteReply['files'] = {
  opening: { week: [null, open, open, open, open, open, null], closures: [] },
  contact: {
    phone: '0151 496 0123',
    email: 'hello@clinic.example',
    address: { street: '1 Example Street', city: 'Liverpool', postcode: 'L1 0AA' },
    position: { latitude: 53.4028, longitude: -2.9793 },
    social: [],
  },
  gettingHere: [{ by: 'Train', text: 'Six minutes from Central.' }],
  prices: {
    firstVisit: [{ minutes: 30, pounds: '45.00' }],
    therapies: { massage: [{ minutes: 60, pounds: '62.50' }] },
  },
}
const NOTHING_SAVED: WebsiteReply = {
  website: NO_WEBSITE,
  version: 0,
  savedBy: null,
  savedAt: null,
  published: null,
  publishing: null,
  canPublish: true,
  brokenVersion: null,
  files: FILES,
  examples: { gettingHere: true, prices: true },
  therapies: [{ id: 'massage', title: 'Therapeutic Massage' }],
}
const savedAs = (website: Partial<Website>, version: number): WebsiteReply => ({
  ...NOTHING_SAVED,
  website: { ...NO_WEBSITE, ...website },
  version,
  savedBy: 'anna@clinic.example',
  savedAt: '2026-11-26T09:00:00.000Z',
})
const later = (days: number) => addDays(today(), days)
const closed = (from: number, to = from) => ({ from: later(from), to: later(to), open: null, reason: '' })
const addClosure = (day: string) => {
  addRow('opening.closures', blankClosure())
  changeFirstDay(`opening.closures.${draft.value!.opening.closures.length - 1}`, day)
}

beforeEach(() => {
  showSaved({ ...NOTHING_SAVED })
  discard()
})
afterEach(() => {
  vi.unstubAllGlobals()
  session.value = undefined
  saved.value = undefined
  draft.value = undefined
  conflicts.value = {}
})

it.each([
  ['asks before the page is left with something unsaved', true, true, 1],
  ['does not ask when all is saved', true, false, 0],
  ['does not ask when the owner signs out, so that the page is emptied', false, true, 0],
])('the browser %s', (_, isSignedIn, isTyped, times) => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  session.value = isSignedIn ? { token: 'token', email: 'anna@clinic.example' } : undefined
  if (isTyped) change('contact.phone', '0151 496 0999')
  // Each time that the tab is opened.
  askBeforeLeaving()
  askBeforeLeaving()
  const leaving = new Event('beforeunload', { cancelable: true })
  const prevent = vi.spyOn(leaving, 'preventDefault')
  page.dispatchEvent(leaving)
  expect(prevent).toHaveBeenCalledTimes(times)
})

describe('what is saved', () => {
  it('contains only parts that the owner has changed', async () => {
    const sent = answer([200, savedAs({}, 1)])
    change('contact.phone', ' 0151 496 0999 ')
    expect(await save()).toBe(true)
    expect(sent[0]).toMatchObject({
      version: 0,
      website: {
        opening: null,
        notice: null,
        contact: { ...FILES.contact, phone: '0151 496 0999' },
        gettingHere: null,
        prices: null,
      },
    })
  })

  it('has closures, hours, a notice and prices as the contract has them', async () => {
    const sent = answer([200, savedAs({}, 1)])
    addClosure(later(5))
    change('opening.closures.0.to', later(9))
    change('opening.closures.0.reason', 'Holiday!')
    change('opening.week.0.isOpen', true)
    change('notice.text', 'We are away for a week.')
    change('prices.therapies.massage.0.pounds', '£65')
    change('contact.position', '')
    expect(await save()).toBe(true)
    expect(sent[0]).toMatchObject({
      website: {
        opening: {
          week: [{ from: '09:00', to: '17:00' }, open, open, open, open, open, null],
          closures: [{ ...closed(5, 9), reason: 'Holiday!' }],
        },
        notice: { text: 'We are away for a week.', from: today(), to: later(13), level: 'calm' },
        contact: { position: null },
        prices: {
          firstVisit: [{ minutes: 30, pounds: '45.00' }],
          therapies: { massage: [{ minutes: 60, pounds: '65.00' }] },
        },
      },
    })
  })

  it('contains made-up prices once the owner says that they are right', async () => {
    const sent = answer([200, savedAs({ prices: FILES.prices }, 1)])
    expect(isExample('prices')).toBe(true)
    adoptPart('prices')
    expect([isExample('prices'), isUnsaved.value]).toEqual([false, true])
    await save()
    expect(sent[0]).toMatchObject({ website: { prices: FILES.prices, gettingHere: null } })
    expect(isUnsaved.value).toBe(false)
  })
})

describe('errors', () => {
  it.each([
    ['contact.phone', 'ring me', 'Please enter a phone number, such as 0151 496 0123'],
    ['contact.email', 'hello@clinic', 'Please enter a valid email address'],
    ['contact.position', 'near the docks', 'Please paste the position from a map, such as 53.4028, -2.9793'],
    ['opening.week.1.to', '09:00', 'Please enter a closing time after the opening time'],
    ['prices.firstVisit.0.pounds', '0', 'Please enter a price in pounds, such as 45, or remove this one'],
    ['prices.firstVisit.0.minutes', 'half an hour', 'Please enter the number of minutes'],
  ])('of %s “%s” are shown as one types', (path, typed, message) => {
    change(path, typed)
    expect(errors.value).toEqual({ [path]: message })
  })

  it('of a day that has passed are shown, and nothing is sent', async () => {
    const sent = answer([200, savedAs({}, 1)])
    addClosure(later(-2))
    expect(errors.value).toEqual({
      'opening.closures.0.to': 'This day has passed. Please choose a later one',
    })
    expect(await save()).toBe(false)
    expect(sent).toEqual([])
  })

  it('of fields that nobody has typed into are shown after Save only', async () => {
    addRow('opening.closures', blankClosure())
    expect(errors.value).toEqual({})
    expect(await save()).toBe(false)
    expect(errors.value).toMatchObject({ 'opening.closures.0.from': 'Please choose a day' })
    removeRow('opening.closures', 0)
    expect([errors.value, isUnsaved.value]).toEqual([{}, false])
  })

  it('of the server are shown at their fields', async () => {
    answer(refusal('invalid_request', 'no', 400, { 'website.contact.email': 'Not this one' }))
    change('contact.email', 'new@clinic.example')
    expect(await save()).toBe(false)
    expect(errors.value).toEqual({ 'contact.email': 'Not this one' })
  })
})

describe('a save that is refused because somebody else has saved', () => {
  const theirs = savedAs(
    { contact: { ...FILES.contact, phone: '0151 496 0777', email: 'us@clinic.example' } },
    4,
  )
  const { website, version, savedBy, savedAt } = theirs
  const changed = [
    409,
    { code: 'changed_meanwhile', message: 'no', current: { website, version, savedBy, savedAt } },
  ] as const

  it('shows both values, keeps what was typed, and is sent with the newer version afterwards', async () => {
    const sent = answer(changed, [200, savedAs({}, 5)])
    change('contact.phone', '0151 496 0999')
    addClosure(later(3))
    expect(await save()).toBe(false)
    expect(draft.value?.contact).toMatchObject({ phone: '0151 496 0999', email: 'us@clinic.example' })
    expect(draft.value?.opening.closures).toHaveLength(1)
    expect(conflicts.value).toEqual({ 'contact.phone': '0151 496 0777' })
    expect(saved.value?.savedBy).toBe('anna@clinic.example')
    expect(await save()).toBe(true)
    expect(sent[1]).toMatchObject({
      version: 4,
      website: { contact: { phone: '0151 496 0999', email: 'us@clinic.example' } },
    })
    expect(conflicts.value).toEqual({})
  })

  it('lets the owner take the other value', async () => {
    answer(changed)
    change('contact.phone', '0151 496 0999')
    await save()
    takeTheirs('contact.phone')
    expect(draft.value?.contact.phone).toBe('0151 496 0777')
    expect([conflicts.value, isUnsaved.value]).toEqual([{}, false])
  })
})

it('save says that it does not know when no response arrives, and keeps what was typed', async () => {
  answer(LOST)
  change('contact.phone', '0151 496 0999')
  expect(await save()).toBe(false)
  expect(saveState.value).toEqual({
    name: 'failed',
    message: 'We cannot tell whether this was saved. Nothing you typed is lost, so please save it again.',
  })
  expect(draft.value?.contact.phone).toBe('0151 496 0999')
})

it('mergeDrafts keeps the closures that two people have added, and leaves out what one has removed', () => {
  showSaved(savedAs({ opening: { ...FILES.opening, closures: [closed(1), closed(2)] } }, 1))
  const base = draft.value!
  const withDays = (...days: number[]): Draft => ({
    ...base,
    opening: {
      ...base.opening,
      closures: days.map((day) => ({ ...blankClosure(), from: later(day), to: later(day) })),
    },
  })
  const merged = mergeDrafts(partsOf([]), { base, typed: withDays(1, 7), newest: withDays(1, 2, 5) })
  const days = (readPart(merged.draft, 'opening.closures') as { from: string }[]).map(({ from }) => from)
  expect(days).toEqual([later(1), later(5), later(7)])
  expect(Object.keys(merged.conflicts)).toEqual(['opening.closures'])
})

it('savedText is that of the same row, also after a row before it was removed', () => {
  showSaved(savedAs({ opening: { ...FILES.opening, closures: [closed(1), closed(2)] } }, 1))
  removeRow('opening.closures', 0)
  expect(savedText('opening.closures.0.from')).toBe(later(2))
  expect(savedText('opening.week.1.from')).toBe('10:00')
  addRow('opening.closures', blankClosure())
  expect(savedText('opening.closures.1.from')).toBeUndefined()
})

it('discard forgets what was typed, and brings it back on request', () => {
  change('contact.phone', '0151 496 0999')
  const undo = discard()
  expect([draft.value?.contact.phone, isUnsaved.value]).toEqual(['0151 496 0123', false])
  undo()
  expect(draft.value?.contact.phone).toBe('0151 496 0999')
})

it('loadIntoForm puts an earlier version into the form and saves nothing', () => {
  const sent = answer(LOST)
  loadIntoForm({ ...NO_WEBSITE, notice: { text: 'Old', from: today(), to: later(1), level: 'important' } })
  expect(sent).toEqual([])
  expect(unsaved.value).toMatchObject([
    { part: { label: 'Notice' }, before: '', after: expect.stringContaining('Important: Old') as string },
  ])
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
  ['with a notice only, after own values', { ...NO_WEBSITE, notice: OWN.notice }, OWN],
  ['with the examples as its own, after none', { ...NO_WEBSITE, ...FILES }, NO_WEBSITE],
  ['without own values, after the examples as own ones', NO_WEBSITE, { ...NO_WEBSITE, ...FILES }],
])('a version %s, is saved as it was', async (_, version, before) => {
  showSaved(savedAs(before, 1))
  loadIntoForm(version)
  expect(isUnsaved.value).toBe(true)
  expect(isExample('prices')).toBe(version.prices === null)
  const sent = answer([200, savedAs(version, 2)])
  expect(await save()).toBe(true)
  expect(sent[0]).toMatchObject({ website: version })
  expect(isUnsaved.value).toBe(false)
})

it('a part that is changed after a version was loaded is saved as the owner’s, and Undo brings back what was there', async () => {
  showSaved(savedAs(OWN, 1))
  const undo = loadIntoForm(NO_WEBSITE)
  undo()
  expect([isUnsaved.value, isExample('prices')]).toEqual([false, false])
  loadIntoForm(NO_WEBSITE)
  change('prices.therapies.massage.0.pounds', '70')
  const sent = answer([200, savedAs({}, 2)])
  await save()
  expect(sent[0]).toMatchObject({
    website: {
      ...NO_WEBSITE,
      prices: { ...FILES.prices, therapies: { massage: [{ minutes: 60, pounds: '70.00' }] } },
    },
  })
})

it('made-up prices of a therapy that is new are not saved with the owner’s prices of others', async () => {
  showSaved(savedAs({ prices: { firstVisit: [], therapies: {} } }, 1))
  change('notice.text', 'We are moving.')
  const sent = answer([200, savedAs({}, 2)])
  await save()
  expect(sent[0]).toMatchObject({ website: { prices: { firstVisit: [], therapies: { massage: [] } } } })
})
