import { afterEach, describe, expect, it, vi } from 'vitest'
import { check } from '#content/check.ts'
import { clinic } from '#content/clinic.ts'
import { clinicSchema, therapySchema, type Prices } from '#content/schema.ts'
import { therapies } from '#content/therapies.ts'
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
    expect(() => check('clinic.ts', clinicSchema, { ...clinic, firstConsultation })).toThrow(
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
    vi.resetModules()
  })
  const shown = async (context: string | undefined) => {
    vi.stubEnv('NETLIFY_CONTEXT', context)
    vi.resetModules()
    vi.doMock('#content/clinic.ts', () => ({ clinic: { ...clinic, pricesAreExamples: true } }))
    const { costAnswer, amountsAsTreatments } = await import('#content/prices.ts')
    return [costAnswer(), amountsAsTreatments([75])]
  }

  it('are left out of a production build', async () => {
    expect(await shown('production')).toEqual([undefined, undefined])
  })

  it.each([undefined, 'deploy-preview', 'dev'])('are shown in the context %s', async (context) => {
    const [answer] = await shown(context)
    expect(answer).toContain('First consultation: £45 for 30 minutes.')
  })
})

describe('the prices of a page', () => {
  const inPounds = (pounds: number) => `£${pounds}`
  const html = (path: string) => builtTexts('dist').get(path) ?? ''

  it.each(therapies.map(({ id, prices = [] }) => [id, prices] as [string, Prices]))(
    'of %s are on its page, in its window and in the structured data',
    (id, prices) => {
      const page = html(`therapy/${id}.html`)
      for (const { minutes, pounds } of prices) {
        expect(page).toMatch(new RegExp(`${minutes} min</span>\\s*<strong[^>]*>${inPounds(pounds)}<`))
        expect(page).toContain(`"price":"${pounds.toFixed(2)}"`)
      }
      const [, home = ''] =
        new RegExp(
          `href="/therapy/${id}"[^>]*class="window"|class="window" href="/therapy/${id}"([\\s\\S]*?)</a>`,
        ).exec(html('index.html')) ?? []
      if (prices.length > 1)
        expect(home).toContain(`from ${inPounds(Math.min(...prices.map(({ pounds }) => pounds)))}`)
    },
  )

  it('are in the questions and beside the voucher amounts', () => {
    expect(html('index.html')).toContain('What does it cost?')
    expect(html('index.html')).toMatch(/£\d+ is a \d+-minute treatment/)
  })
})
