import { describe, expect, it } from 'vitest'
import { clinic as content } from '#clinic/current-clinic.ts'
import { listDefaults } from '#clinic/list-defaults.ts'
import { defaultTexts, digest, OWN_TEXTS, sentencesIn } from '#clinic/own-texts.ts'
import type { Clinic } from '#clinic/schema.ts'
import { practitioners } from '#content/practitioners.ts'
import manifest from '#package.json' with { type: 'json' }

/** A clinic in Leeds that has replaced everything. */
const own: Clinic = {
  ...content,
  name: 'Aire Clinic',
  meaning: [{ word: 'Aire', meaning: 'The river.' }],
  phone: { display: '0113 200 0000', tel: '+441132000000' },
  email: 'hello@clinic.co.uk',
  address: { street: '4 Hope Street', city: 'Leeds', postcode: 'LS1 1AA' },
  position: { latitude: 53.8, longitude: -1.55 },
  pictures: { skyline: false, film: false, map: false },
  trader: { ...content.trader, owner: 'The owner' },
  pricesAreExamples: false,
  gettingHereIsExample: false,
  social: [{ name: 'Facebook', url: '' }],
  affiliates: [],
  delivery: { ...content.delivery, districts: ['LS1–LS29'] },
  vouchers: { ...content.vouchers, treatments: ['Sports Massage'] },
}
const people = practitioners.map((one) => ({ ...one, isPlaceholder: undefined }))
const placesOf = (changes: Partial<Clinic>) =>
  listDefaults({ ...own, ...changes }, people, {}).map(({ message, place }) => `${message} ${place}`)

describe('listDefaults', () => {
  it('is empty for a clinic that has replaced everything', () => {
    expect(placesOf({})).toEqual([])
  })

  it.each<[string, Partial<Clinic>, string]>([
    [
      'a telephone number for fiction',
      { phone: { display: '', tel: '+441134960000' } },
      'The telephone number is a sample. Website → Contact',
    ],
    [
      'an email address that cannot exist',
      { email: 'hello@clinic.example' },
      'The email address is a sample. Website → Contact',
    ],
    [
      'a street of the examples',
      { address: { ...own.address, street: '1 Example Street' } },
      'The street is a sample. Website → Contact',
    ],
    [
      'example prices',
      { pricesAreExamples: true },
      'The prices are examples, so the live website shows none. Website → Prices',
    ],
    [
      'example directions',
      { gettingHereIsExample: true },
      'The ways to the clinic are examples, so the live website shows none. Website → Getting here',
    ],
    [
      'a marked profile',
      { social: [{ name: 'Instagram', url: '', isPlaceholder: true }] },
      'The social links are placeholders: Instagram. Website → Contact',
    ],
    [
      'a marked association',
      { affiliates: [{ name: 'A society', isPlaceholder: true }] },
      'The associations are placeholders: A society. src/content/clinic.ts, affiliates',
    ],
    [
      'no trader',
      { trader: { owner: '', company: '', vat: '' } },
      'The legal pages do not say who trades under the clinic’s name, which the law asks for. src/content/clinic.ts, trader',
    ],
    [
      'words of another name',
      { meaning: [{ word: 'harbour', meaning: 'A port.' }] },
      'The home page explains words that are not in the clinic’s name: harbour. src/content/clinic.ts, meaning',
    ],
    [
      'pictures of Liverpool',
      { pictures: { skyline: true, film: false, map: true } },
      'These pictures show Liverpool, where the clinic is not: skyline, map. src/content/clinic.ts, pictures',
    ],
    [
      'a position in Liverpool',
      { position: { latitude: 53.41, longitude: -2.98 } },
      'The map shows the clinic in Liverpool. Website → Contact',
    ],
    [
      'a delivery around Liverpool',
      { delivery: { districts: ['L1–L36', 'CH41'], cost: 'Free' } },
      'Orders are delivered only around Liverpool: L1–L36, CH41. src/content/clinic.ts, delivery',
    ],
  ])('names %s and its place', (_, changes, expected) => {
    expect(placesOf(changes)).toEqual([expected])
  })

  it('names the default name of a clinic elsewhere', () => {
    const name = manifest.name.replaceAll('-', ' ')
    expect(placesOf({ name, meaning: [] })).toEqual([
      `The name is still that of the clinic in Liverpool: ${name}. src/content/clinic.ts, name`,
    ])
  })

  it('leaves a clinic in Liverpool its name, pictures, position and delivery', () => {
    const { pictures, position, delivery } = content
    const address = { ...own.address, postcode: 'L1 0AA' }
    expect(placesOf({ address, pictures, position, delivery })).toEqual([])
  })

  it('names a practitioner who is marked as a placeholder', () => {
    const [one] = listDefaults(own, [{ ...practitioners[0], name: 'Nobody', isPlaceholder: true }], {})
    expect(one?.message).toBe('The profile is a placeholder: Nobody.')
    expect(one?.place).toBe('src/content/practitioners.ts, isPlaceholder')
  })
})

const isDefaultClinic = content.name.toLowerCase().replaceAll(' ', '-') === manifest.name

describe.runIf(isDefaultClinic)('the texts of the default clinic', () => {
  it('are known: if not, own-texts.ts is to have what this expects', () => {
    // Every clinic may have consultations.
    const treatments = content.vouchers.treatments.filter((name) => !/consultation/i.test(name))
    const digests = [...new Set([...sentencesIn(OWN_TEXTS), ...treatments].map(digest))].toSorted()
    expect(defaultTexts).toBe(digests.join(' '))
  })

  it('include the treatments that vouchers pay for, unless the clinic writes of them', () => {
    const { vouchers } = content
    const [first, second, ...others] = vouchers.treatments
    const texts = { 'therapies/one.ts': { title: first, summary: `Also ${second?.toLowerCase()}.` } }
    const [treatments, ...more] = listDefaults({ ...own, vouchers }, people, texts)
    expect(more).toEqual([])
    expect(treatments?.place).toBe('src/content/clinic.ts, vouchers.treatments')
    for (const name of others.filter((other) => !/consultation/i.test(other)))
      expect(treatments?.message).toContain(name)
    expect(treatments?.message).not.toContain(first)
    expect(treatments?.message).not.toContain(second)
  })

  it('are named by their file for a clinic with another name, and for no other', () => {
    const files = listDefaults(own, people).map(({ place }) => place)
    expect(files).toEqual(Object.keys(OWN_TEXTS).map((file) => `src/content/${file}`))
    expect(
      listDefaults({ ...own, name: content.name, meaning: [] }, people).map(({ place }) => place),
    ).toEqual(['src/content/clinic.ts, name'])
  })
})
