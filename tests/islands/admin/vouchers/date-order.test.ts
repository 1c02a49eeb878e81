import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDateOrder, toBritishDate } from '#islands/admin/vouchers/import/date-order.ts'

describe('findDateOrder', () => {
  it.each([
    // From the review: 12/31 settles the others.
    ['12/31/2027 03/04/2027 11/12/2027', 'month'],
    ['03/04/2027 11/12/2027 12/31/2027', 'month'],
    ['25/12/2027 03/04/2027', 'day'],
    ['03.04.2027 31.12.2027', 'day'],
    ['1/13/27 2/3/27', 'month'],
    ['13/1/27 2/3/27', 'day'],
    ['03-04-2027 12-31-2027', 'month'],
    ['12/31/2027T11:59', 'month'],
    ['03/04/2027', undefined],
    ['03/04/2027 05/06/2027 never', undefined],
    ['2/3/27', undefined],
    ['03.04.2027', undefined],
    ['25/12/2027 12/31/2027', undefined],
    ['25/12/2027 12/31/2027 03/04/2027', undefined],
    ['05/05/2027', 'day'],
    ['05/05/2027 06/06/2028', 'day'],
    ['2027-03-04 2027-12-31', 'day'],
    ['2027-03-04 12/31/2027', 'month'],
    ['2027/03/04', 'day'],
    ['3-April-2027 4-Mar-2027', 'day'],
    ['Mar-4-2027 Apr-3-2027', 'day'],
    ['3-April-2027 04/03/2027', undefined],
    ['', 'day'],
    ['never n/a -', 'day'],
    ['31/31/2027 soon', 'day'],
    ['29/02/2027 02/30/2027', 'day'],
    ['02/29/2028 03/04/2027', 'month'],
    ['12/31/9999 03/04/2027', undefined],
  ])('finds in %s what comes first: %s', (dates, expected) =>
    expect(findDateOrder(dates.split(' ')).order).toBe(expected),
  )

  it('reads every day of a file back in which one date can only be read in one way', () => {
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    const decisive = fc.integer({ min: 13, max: 28 })
    fc.assert(
      fc.property(fc.array(days), decisive, fc.constantFrom('day', 'month'), (dates, last, first) => {
        const written = [...dates.map((date) => date.toISOString().slice(0, 10)), `2027-12-${last}`]
        const inFile = written.map((date) => {
          const [year = '', month = '', day = ''] = date.split('-')
          return (first === 'day' ? [day, month, year] : [month, day, year]).join('/')
        })
        const { order } = findDateOrder(inFile)
        expect(order).toBe(first)
        const british = written.map((date) => date.split('-').toReversed().join('/'))
        expect(inFile.map((text) => toBritishDate(text, order!))).toEqual(british)
      }),
    )
  })
})

describe('toBritishDate', () => {
  it.each([
    ['03/04/2027', 'day', '03/04/2027'],
    ['03/04/2027', 'month', '04/03/2027'],
    ['3/4/27', 'month', '04/03/2027'],
    ['12/31/2027 23:59', 'month', '31/12/2027'],
    // It can only be read in one way.
    ['12/31/2027', 'day', '31/12/2027'],
    ['25/12/2027', 'month', '25/12/2027'],
    ['2027-03-04', 'month', '2027-03-04'],
    ['3 April 2027', 'month', '3 April 2027'],
    ['April 3, 2027', 'month', 'April 3, 2027'],
    ['never', 'month', 'never'],
    ['31/31/2027', 'month', '31/31/2027'],
    ['', 'month', ''],
  ] as const)('writes %j, in a file with the %s first, as %j', (text, order, expected) =>
    expect(toBritishDate(text, order)).toBe(expected),
  )
})
