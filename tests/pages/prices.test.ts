import { afterEach, describe, expect, it, vi } from 'vitest'
import { check } from '#clinic/check.ts'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { clinicSchema, therapySchema, type Prices } from '#clinic/schema.ts'
import { clinicInFiles } from '#content/clinic.ts'
import { builtTexts } from '#tests/harness/built-files.ts'

const [therapy] = therapies
const priced = (prices: unknown) => () => check('therapies/x.ts', therapySchema, { ...therapy, prices })

describe('a price in the content', () => {
  it.each([
    ['£0', [{ minutes: 60, pounds: 0 }], 'prices.0.pounds: a price is more than £0'],
    [
      'a negative one',
      [
        { minutes: 45, pounds: 50 },
        { minutes: 60, pounds: -5 },
      ],
      'prices.1.pounds: a price is more than £0',
    ],
    ['half a penny', [{ minutes: 60, pounds: 7.505 }], 'prices.0.pounds: a price has whole pence'],
    [
      'two for one duration',
      [
        { minutes: 60, pounds: 50 },
        { minutes: 60, pounds: 55 },
      ],
      'prices: two prices for 60 minutes',
    ],
    ['none', [], 'prices: leave prices out if there are none'],
    ['text', [{ minutes: 60, pounds: '75' }], 'prices.0.pounds'],
  ])('stops the build and is named: %s', (_, prices, sentence) => {
    expect(priced(prices)).toThrow(sentence)
    expect(priced(prices)).toThrow('src/content/therapies/x.ts')
  })

  it('is checked for the first consultation too', () => {
    const firstConsultation = { prices: [{ minutes: 30, pounds: 0 }] }
    expect(() => check('clinic.ts', clinicSchema, { ...clinicInFiles, firstConsultation })).toThrow(
      'firstConsultation.prices.0.pounds: a price is more than £0',
    )
  })

  it('is optional', () => {
    expect(priced(undefined)).not.toThrow()
  })
})

describe('example prices', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.doUnmock('#clinic/current-clinic.ts')
    vi.doUnmock('#clinic/current-therapies.ts')
    vi.resetModules()
  })
  const firstConsultation = { prices: [{ minutes: 30, pounds: 45 }] }
  const prices = [
    { minutes: 45, pounds: 55 },
    { minutes: 60, pounds: 75 },
  ]
  const shown = async (context: string | undefined) => {
    vi.stubEnv('NETLIFY_CONTEXT', context)
    vi.resetModules()
    vi.doMock('#clinic/current-clinic.ts', () => ({
      clinic: { ...clinic, firstConsultation, pricesAreExamples: true },
    }))
    vi.doMock('#clinic/current-therapies.ts', () => ({
      therapies: therapies.map((one) => ({ ...one, prices })),
    }))
    const module = await import('#clinic/prices.ts')
    return { ...module, cost: module.costAnswer(), amounts: module.amountsAsTreatments([75]) }
  }

  it('are left out of a production build, and durations are not', async () => {
    const { cost, amounts, treatments, areAllPriced } = await shown('production')
    expect([cost, amounts, areAllPriced]).toEqual([undefined, undefined, false])
    expect(treatments[0]).toEqual({ title: 'First visit', duration: '30 minutes', prices: [] })
    expect(treatments.slice(1)).toEqual(
      therapies.map(({ id, title, duration }) => ({ therapy: id, title, duration, prices: [] })),
    )
  })

  it.each([undefined, 'deploy-preview', 'dev'])('are shown and marked in the context %s', async (context) => {
    const { cost, amounts, areShownAsExamples } = await shown(context)
    expect(areShownAsExamples).toBe(true)
    expect(cost).toMatch(/^The first visit costs £45, and a treatment costs from £55, /)
    expect(amounts).toBe('£75 is a treatment of 60 minutes.')
  })
})

describe('amountsAsTreatments', () => {
  afterEach(() => {
    vi.doUnmock('#clinic/current-clinic.ts')
    vi.doUnmock('#clinic/current-therapies.ts')
    vi.resetModules()
  })

  it.each([
    ['of one treatment', [[[45, 50]]], [25, 50], '£50 is a treatment of 45 minutes.'],
    [
      'of every treatment of that length',
      [[[45, 50]], [[45, 50]]],
      [50],
      '£50 is a treatment of 45 minutes.',
    ],
    ['if another of that length costs more', [[[45, 50]], [[45, 55]]], [50], undefined],
    ['if no treatment has that price', [[[45, 50]]], [25], undefined],
    ['without prices', [[]], [50], undefined],
    [
      'of several amounts',
      [
        [
          [45, 50],
          [80, 100],
        ],
      ],
      [50, 100],
      '£50 is a treatment of 45 minutes and £100 is a treatment of 80 minutes.',
    ],
    [
      'of the length that is sure',
      [[[30, 50]], [[45, 50]], [[30, 40]]],
      [50],
      '£50 is a treatment of 45 minutes.',
    ],
  ] satisfies [string, [number, number][][], number[], string | undefined][])(
    'says what amounts pay for %s',
    async (_, lists, amounts, sentence) => {
      vi.resetModules()
      vi.doMock('#clinic/current-clinic.ts', () => ({ clinic: { ...clinic, pricesAreExamples: false } }))
      const priced = lists.map((prices) => ({
        ...therapy,
        prices: prices.map(([minutes, pounds]) => ({ minutes, pounds })),
      }))
      vi.doMock('#clinic/current-therapies.ts', () => ({ therapies: priced }))
      const { amountsAsTreatments } = await import('#clinic/prices.ts')
      expect(amountsAsTreatments(amounts)).toBe(sentence)
    },
  )
})

describe('the prices of a page', () => {
  const inPounds = (pounds: number) => `£${pounds.toFixed(2).replace('.00', '')}`
  const html = (path: string) => builtTexts('dist').get(path) ?? ''
  const { booking } = clinic
  const linkTo = (form: string) =>
    booking.kind === 'link' ? `href="${booking.site}"` : `data-book="${form}"`

  it.each(therapies.map(({ id, prices = [] }) => [id, prices] as [string, Prices]))(
    'of %s are on its page, in its window and in the structured data',
    (id, prices) => {
      const page = html(`therapy/${id}.html`)
      for (const { minutes, pounds } of prices) {
        expect(page).toMatch(new RegExp(`${minutes} min</span>\\s*<strong[^>]*>${inPounds(pounds)}<`))
        expect(page).toContain(`"price":"${pounds.toFixed(2)}"`)
      }
      const links = new RegExp(`<a[^>]*href="/therapy/${id}"[^>]*>([\\s\\S]*?)</a>`, 'g')
      const home =
        html('index.html')
          .match(links)
          ?.find((link) => link.includes('<h3')) ?? ''
      if (prices.length > 1)
        expect(home).toContain(`from ${inPounds(Math.min(...prices.map(({ pounds }) => pounds)))}`)
    },
  )

  it('are in a table, a row for each treatment, whose link chooses the therapy', () => {
    const [table = ''] = /<table[^>]*aria-labelledby="prices"[\s\S]*?<\/table>/.exec(html('index.html')) ?? []
    const rows = [...table.matchAll(/<tr[^>]*>\s*<th[^>]*scope="row"[\s\S]*?<\/tr>/g)].map(([row]) => row)
    const first = clinic.firstConsultation ? rows.shift() : undefined
    if (clinic.firstConsultation) {
      expect(first).toContain('First visit')
      expect(first).toContain(linkTo('#write'))
    }
    expect(rows).toHaveLength(therapies.length)
    const columns = table.match(/<th[^>]*scope="col"/g)
    for (const [at, { id, prices = [] }] of therapies.entries()) {
      const row = rows[at]!
      expect(row).toContain(linkTo(`#write-${id}`))
      for (const { minutes, pounds } of prices)
        expect(row).toMatch(
          new RegExp(`${minutes} min<\\/span>\\s*<span translate="no">${inPounds(pounds)}<`),
        )
      if (prices.length > 0) expect(row.match(/<t[hd]\b/g)).toHaveLength(columns!.length)
    }
  })

  it('are linked from the questions', () => {
    expect(html('index.html')).toMatch(/How much does a treatment cost\?[\s\S]*?href="#prices"/)
  })
})
