import { describe, expect, it } from 'vitest'
import { deliveryPostcodeError, normalizePostcode } from '#contract/base/postcode.ts'

describe('normalizePostcode', () => {
  it.each([
    ['l10ab', 'L1 0AB'],
    ['L1 0AB', 'L1 0AB'],
    ['  l1-0ab', 'L1 0AB'],
    ['ec1a1bb', 'EC1A 1BB'],
    ['W1A 0AX', 'W1A 0AX'],
    ['iv11aa', 'IV1 1AA'],
    ['\u202dL1\u00a00AB\u202c', 'L1 0AB'],
    ['l1\u20110ab', 'L1 0AB'],
    ['Ｌ１　０ＡＢ', 'L1 0AB'],
    ['L1 OAA', 'L1 0AA'],
    ['LI 0AB', 'L1 0AB'],
    ['li oab', 'L1 0AB'],
    ['LIO OAB', 'L10 0AB'],
    ['L1O 0AB', 'L10 0AB'],
    ['L2I 1AB', 'L21 1AB'],
    ['L1 IAB', 'L1 1AB'],
    ['POI IAB', 'PO1 1AB'],
    ['0X1 1AB', 'OX1 1AB'],
    ['1P1 1AB', 'IP1 1AB'],
    ['PO10 1AB', 'PO10 1AB'],
    ['OX1O OAB', 'OX10 0AB'],
    ['IG1 1AB', 'IG1 1AB'],
    ['W1A OAX', 'W1A 0AX'],
    ['ECIA IBB', 'EC1A 1BB'],
    ['CHIO IAB', 'CH10 1AB'],
    ['L١ ٠AB', 'L1 0AB'],
    ['L１ O ＡＢ', 'L1 0AB'],
  ])('formats the UK postcode %j as %j', (typed, printed) => expect(normalizePostcode(typed)).toBe(printed))

  it.each(['75008', 'D02 AF30', '1010 AB', 'ZZZZZ', 'L1 0AC', 'L1 0A', ''])('keeps %j as it is', (typed) =>
    expect(normalizePostcode(typed)).toBe(typed),
  )
})

describe('deliveryPostcodeError', () => {
  const error = (postcode: string, ...districts: string[]) =>
    deliveryPostcodeError(postcode, { districts }, '0151 496 0000')

  it.each(['ZZZZZ', '75008', 'L1', 'L1 0A', ''])('asks for a UK postcode instead of %j', (typed) =>
    expect(error(typed, 'L')).toBe('Please enter a postcode such as L1 0AB.'),
  )

  it.each([
    ['L1 0AB', ['L1–L36']],
    ['l360ab', ['L1-L36']],
    ['L17 0AB', ['L']],
    ['CH41 0AB', ['L1–L36', 'CH41']],
    ['EC1A 1BB', ['EC1']],
  ])('is undefined for %j in %j', (typed, districts) => expect(error(typed, ...districts)).toBeUndefined())

  it.each([
    ['IV1 1AA', ['L1–L36']],
    ['L37 0AB', ['L1–L36']],
    ['LS1 0AB', ['L']],
    ['E1 0AB', ['EC1']],
    ['CH4 0AB', ['CH41']],
  ])('refuses %j outside %j and says what to do', (typed, districts) => {
    const sentence = `We only deliver to postcodes in ${districts.join(', ')}. Please choose collection from the clinic, or ring us on 0151 496 0000.`
    expect(error(typed, ...districts)).toBe(sentence)
  })
})
