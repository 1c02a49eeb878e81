import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { formatPounds, PoundsSchema, shortPounds } from '#contract/base/money.ts'
import { normalizePostcode } from '#contract/base/postcode.ts'
import { EmailSchema, isDay, LineSchema, normalizeLine, normalizeToken } from '#contract/base/text.ts'
import { CLOSURE_REASON_MAX } from '#contract/website/opening-days.ts'

// What an owner changes of the public website. A part that is null is as in src/content.

export const CLOSURES_MAX = 100
export const NOTICE_MAX = 160
/** How far ahead a closure or notice may end (days). */
export const WEBSITE_DAYS_MAX = 730
export const GETTING_HERE_MAX = 8
export const SOCIAL_MAX = 6
/** Prices of one treatment. */
export const PRICES_MAX = 8

const DaySchema = v.pipe(
  v.optional(v.string('Please choose a day'), ''),
  v.check((text) => text.startsWith('20') && isDay(text), 'Please choose a day'),
)

const ClockSchema = v.pipe(
  v.optional(v.string('Please enter a time such as 09:00'), ''),
  v.trim(),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:00'),
)

/** 24-hour times on the clinic's clock; null when closed. */
const OpenSchema = v.nullable(
  v.pipe(
    v.object({ from: ClockSchema, to: ClockSchema }),
    v.forward(
      v.check(({ from, to }) => from < to, 'Please enter a closing time after the opening time'),
      ['to'],
    ),
  ),
)

const ends = 'Please choose a last day on or after the first day'

export const ClosureSchema = v.pipe(
  v.object({
    from: DaySchema,
    to: DaySchema,
    open: OpenSchema,
    reason: v.pipe(
      v.optional(v.string(), ''),
      v.transform(normalizeLine),
      v.maxLength(CLOSURE_REASON_MAX, `Please use at most ${CLOSURE_REASON_MAX} characters`),
    ),
  }),
  v.forward(
    v.check(({ from, to }) => from <= to, ends),
    ['to'],
  ),
)

export const OpeningSchema = v.object({
  /** One for each weekday, Sunday first. */
  week: v.pipe(v.array(OpenSchema), v.length(7, 'Please enter the hours of all seven days')),
  closures: v.pipe(
    v.array(ClosureSchema),
    v.maxLength(CLOSURES_MAX, `Please enter at most ${CLOSURES_MAX} closures`),
  ),
})

export const noticeLevels = ['calm', 'important'] as const

/** Shown above the header from the first to the last day inclusive. */
export const NoticeSchema = v.pipe(
  v.object({
    text: LineSchema({ min: 3, max: NOTICE_MAX, tooShort: 'Please write a notice, or remove it' }),
    from: DaySchema,
    to: DaySchema,
    level: v.picklist(noticeLevels, 'Please choose “Calm” or “Important”'),
  }),
  v.forward(
    v.check(({ from, to }) => from <= to, ends),
    ['to'],
  ),
)

const PHONE = 'Please enter a phone number, such as 07700 900123'

/** Returns a number as in `tel:`, "+441514960123"; undefined for what is no number. "0151" is British. */
export function telOf(phone: string): string | undefined {
  const digits = phone.replace(/\(0\)/, '').replace(/[ ()./-]/g, '')
  const tel = digits.replace(/^00/, '+').replace(/^0/, '+44')
  return /^\+[1-9]\d{7,14}$/.test(tel) && !/^\+44(?!\d{9,10}$)/.test(tel) ? tel : undefined
}

const PhoneSchema = v.pipe(
  LineSchema({ min: 7, max: 30, tooShort: PHONE, normalize: normalizeToken }),
  v.check((text) => telOf(text) !== undefined, PHONE),
)

/**
 * Returns the position in a text copied from a map: "53.4028, -2.9793", or the address of a page of Google Maps or
 * OpenStreetMap. Undefined for any other text.
 */
export function parsePosition(text: string): { latitude: number; longitude: number } | undefined {
  const pair = /(-?\d{1,2}(?:\.\d+)?)\s*(?:,|%2C|\/|\s)\s*(-?\d{1,3}(?:\.\d+)?)/i
  const given = normalizeToken(text)
  const isAddress = /^https?:/.test(given)
  const marked = /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/.exec(given)
  const [, latitude, longitude] =
    marked ??
    (isAddress
      ? new RegExp(`(?:@|#map=\\d+/|[?&](?:q|query|destination)=)${pair.source}`, 'i')
      : new RegExp(`^\\(?${pair.source}\\)?$`, 'i')
    ).exec(given) ??
    []
  const position = { latitude: Number(latitude), longitude: Number(longitude) }
  return latitude !== undefined && v.is(PositionSchema, position) ? position : undefined
}

const POSITION = 'Please paste the position from a map, such as 53.4028, -2.9793'

const PositionSchema = v.object(
  {
    latitude: v.pipe(v.number(POSITION), v.minValue(-90, POSITION), v.maxValue(90, POSITION)),
    longitude: v.pipe(v.number(POSITION), v.minValue(-180, POSITION), v.maxValue(180, POSITION)),
  },
  POSITION,
)

/** A position, or text from a map. Null if it is empty. */
const PastedPositionSchema = v.union(
  [
    v.nullable(PositionSchema),
    v.pipe(
      v.string(),
      v.transform((text) => (normalizeToken(text) === '' ? null : parsePosition(text))),
      v.nullable(PositionSchema),
    ),
  ],
  POSITION,
)

const HTTPS = 'Please enter a web address that begins with https://'

/** Empty, or an https URL without a user. */
const SocialUrlSchema = v.pipe(
  v.optional(v.string(HTTPS), ''),
  v.trim(),
  v.maxLength(300, 'Please use at most 300 characters'),
  v.check((text) => {
    if (text === '') return true
    if (!URL.canParse(text)) return false
    const { protocol, username, password, hostname } = new URL(text)
    return protocol === 'https:' && username === '' && password === '' && hostname.includes('.')
  }, HTTPS),
  v.transform((text) => (text === '' ? '' : new URL(text).href)),
  // A letter such as é becomes six characters, and what is stored is read by this schema again.
  v.maxLength(300, 'This link is too long once it is encoded. Please use a shorter one'),
)

export const ContactSchema = v.object({
  phone: PhoneSchema,
  email: EmailSchema(),
  address: v.object({
    street: LineSchema({ tooShort: 'Please enter the street and number' }),
    city: LineSchema({ tooShort: 'Please enter the town or city' }),
    postcode: v.pipe(
      LineSchema({ max: 20, tooShort: 'Please enter a postcode', normalize: normalizeToken }),
      v.transform(normalizePostcode),
    ),
  }),
  /** Null hides the pin and Directions. */
  position: PastedPositionSchema,
  social: v.pipe(
    v.array(
      v.object({
        name: LineSchema({
          max: 40,
          tooShort: 'Please enter the name of the social network, such as Instagram',
        }),
        /** Empty: shown as plain text. */
        url: SocialUrlSchema,
      }),
    ),
    v.maxLength(SOCIAL_MAX, `Please enter at most ${SOCIAL_MAX} links`),
  ),
})

export const GettingHereSchema = v.pipe(
  v.array(
    v.object({
      /** Train, Bus, Car. */
      by: LineSchema({ max: 30, tooShort: 'Please enter a way to get here, such as Train' }),
      text: LineSchema({ max: 300, tooShort: 'Please enter the directions' }),
    }),
  ),
  v.maxLength(GETTING_HERE_MAX, `Please enter at most ${GETTING_HERE_MAX} ways to get here`),
)

/** Pence. */
const PRICE_MAX = 500_000

const MINUTES = 'Please enter the number of minutes'

const PriceSchema = v.object({
  minutes: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d{1,4}$/), v.transform(Number))], MINUTES),
    v.integer('Please enter a whole number of minutes'),
    v.minValue(5, 'Please enter at least 5 minutes'),
    v.maxValue(480, 'Please enter at most 480 minutes'),
  ),
  /** "£45" is returned as "45.00". */
  pounds: v.pipe(
    v.optional(v.union([v.string(), v.number()]), ''),
    PoundsSchema({
      min: 1,
      max: PRICE_MAX,
      invalid: 'Please enter a price in pounds, such as 45, or remove this one',
      tooSmall: 'The lowest price is £0.01',
      tooLarge: `The highest price is ${shortPounds(PRICE_MAX)}`,
    }),
    v.transform(formatPounds),
  ),
})

/** Empty: no price is shown. */
const PricesSchema = v.pipe(
  v.array(PriceSchema),
  v.maxLength(PRICES_MAX, `Please enter at most ${PRICES_MAX} prices`),
  v.rawTransform(({ dataset, addIssue }) => {
    const seen = new Set<number>()
    for (const [at, price] of dataset.value.entries()) {
      if (seen.has(price.minutes)) {
        addIssue({
          message: `There is already a price for ${price.minutes} minutes`,
          path: [
            { type: 'array', origin: 'value', input: dataset.value, key: at, value: price },
            { type: 'object', origin: 'value', input: { ...price }, key: 'minutes', value: price.minutes },
          ],
        })
      }
      seen.add(price.minutes)
    }
    return dataset.value.toSorted((a, b) => a.minutes - b.minutes)
  }),
)

export const WebsitePricesSchema = v.object({
  firstVisit: PricesSchema,
  /** By the id of the therapy. One that is missing is as in src/content; ids that are no longer there do nothing. */
  therapies: v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,59}$/)), PricesSchema),
    v.check((all) => Object.keys(all).length <= 50, 'Please enter the prices of at most 50 therapies'),
  ),
})

/** Parts that are null are as in src/content, except the notice: null shows none. */
export const WebsiteSchema = v.object({
  opening: v.nullable(OpeningSchema),
  notice: v.nullable(NoticeSchema),
  contact: v.nullable(ContactSchema),
  /** Once saved, the clinic's own: the mark of examples no longer applies. */
  gettingHere: v.nullable(GettingHereSchema),
  /** Once saved, the clinic's own: the mark of examples no longer applies. */
  prices: v.nullable(WebsitePricesSchema),
})

export type Website = v.InferOutput<typeof WebsiteSchema>
export type WebsitePart = keyof Website

/** What is saved together: one part, or several. */
export const WebsitePartsSchema = v.object({
  opening: v.exactOptional(WebsiteSchema.entries.opening),
  notice: v.exactOptional(WebsiteSchema.entries.notice),
  contact: v.exactOptional(WebsiteSchema.entries.contact),
  gettingHere: v.exactOptional(WebsiteSchema.entries.gettingHere),
  prices: v.exactOptional(WebsiteSchema.entries.prices),
})
export type WebsiteParts = v.InferOutput<typeof WebsitePartsSchema>

/** Nothing saved: the website is as in src/content. */
export const NO_WEBSITE: Website = {
  opening: null,
  notice: null,
  contact: null,
  gettingHere: null,
  prices: null,
}

/**
 * Returns the errors that the schema cannot see, by field path: days that have passed or are too far ahead. What `before`
 * already contains may have passed since.
 */
export function websiteProblems(
  website: WebsiteParts,
  before: Website,
  today: string,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const latest = new Date(Date.parse(today) + WEBSITE_DAYS_MAX * 86_400_000).toISOString().slice(0, 10)
  const checkEnd = (path: string, { from, to }: { from: string; to: string }, wasThere: boolean) => {
    if (to < today && !wasThere) problems[path] = 'This day has passed. Please choose a later one'
    else if (to > latest) problems[path] = 'Please choose a day in the next two years'
    else if (from < '2020') problems[path.replace(/to$/, 'from')] = 'Please choose a later day'
  }
  const earlier = new Set((before.opening?.closures ?? []).map(({ from, to }) => `${from} ${to}`))
  for (const [at, closure] of (website.opening?.closures ?? []).entries()) {
    checkEnd(`opening.closures.${at}.to`, closure, earlier.has(`${closure.from} ${closure.to}`))
  }
  if (website.notice) checkEnd('notice.to', website.notice, website.notice.to === before.notice?.to)
  return problems
}

const VersionSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))
const TimeSchema = v.pipe(v.string(), v.isoTimestamp())

const SavedSchema = v.object({
  website: WebsiteSchema,
  /** 0: nothing has been saved. */
  version: VersionSchema,
  /** An admin's email address, or Administrator for one who was removed; null if nothing has been saved. */
  savedBy: v.nullable(v.string()),
  savedAt: v.nullable(TimeSchema),
})

export type SavedWebsite = v.InferOutput<typeof SavedSchema>

const WebsiteReplySchema = v.object({
  ...SavedSchema.entries,
  /** The newest version for which Publish was pressed, and when. Whether it is live yet, /website.json tells. */
  published: v.nullable(
    v.object({
      version: VersionSchema,
      at: TimeSchema,
      /** The version that was published before it; 0 for the website as delivered. */
      before: VersionSchema,
    }),
  ),
  /**
   * What has been published has been building since `at`, or waits until `at`, when the portal may press Publish again.
   * Null if it is live, cannot be built or there is no hook.
   */
  publishing: v.nullable(v.object({ state: v.picklist(['building', 'queued']), at: TimeSchema })),
  /** False without BUILD_HOOK: what is published goes live with the next deployment. */
  canPublish: v.boolean(),
  /** A newer version that no longer passes the checks, so that `website` is the last one that does. */
  brokenVersion: v.nullable(VersionSchema),
  /** The values of src/content, for the parts that are null. */
  files: v.object({
    opening: OpeningSchema,
    contact: ContactSchema,
    gettingHere: GettingHereSchema,
    prices: WebsitePricesSchema,
  }),
  /** Values of `files` that are made up, and which a production build leaves out. */
  examples: v.object({ gettingHere: v.boolean(), prices: v.boolean() }),
  /** Defaults that visitors see (src/clinic/list-defaults.ts), and where each is changed. */
  defaults: v.array(v.object({ message: v.string(), place: v.string(), isInPortal: v.boolean() })),
  therapies: v.array(v.object({ id: v.string(), title: v.string() })),
})

export type WebsiteReply = v.InferOutput<typeof WebsiteReplySchema>

export const websiteEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/website',
  access: 'admin',
  role: 'owner',
  body: v.undefined(),
  reply: WebsiteReplySchema,
})

/** Saves a version: the newest one with other parts. Nothing is public before it is published. */
export const saveWebsiteEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/website',
  access: 'admin',
  role: 'owner',
  body: v.object({
    website: WebsitePartsSchema,
    /** The version that was edited; 409 `changed_meanwhile` if one of the parts has changed since. */
    version: VersionSchema,
  }),
  reply: WebsiteReplySchema,
})

/**
 * Publishes the newest version, or repeats a queued publication. `queued` and `building`: see `publishing`.
 * `unavailable`: there is no BUILD_HOOK, or it failed; the version goes live with the next deployment.
 */
export const publishWebsiteEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/website/publish',
  access: 'admin',
  role: 'owner',
  stepUp: ({ isRepeat }) => !isRepeat,
  body: v.object({
    /** The version that the owner has seen; 409 `changed_meanwhile` unless it is the newest or was published last. */
    version: VersionSchema,
    /** Builds what is queued, and publishes nothing; 409 `changed_meanwhile` if another version was published last. */
    isRepeat: v.optional(v.boolean(), false),
  }),
  reply: v.object({
    state: v.picklist(['building', 'queued', 'unavailable']),
    /** When a queued publication may be repeated. */
    at: v.nullable(TimeSchema),
  }),
})

/** Earlier versions kept in the list. */
export const VERSIONS_MAX = 50

/** Lists versions, newest first. */
export const websiteVersionsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/website/versions',
  access: 'admin',
  role: 'owner',
  body: v.undefined(),
  reply: v.object({
    versions: v.pipe(
      v.array(
        v.object({
          version: VersionSchema,
          savedBy: v.string(),
          savedAt: TimeSchema,
          /** When Publish was last pressed for it. */
          publishedAt: v.nullable(TimeSchema),
        }),
      ),
      v.maxLength(VERSIONS_MAX),
    ),
  }),
})

export const websiteVersionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/website/versions/:version',
  access: 'admin',
  role: 'owner',
  params: v.object({ version: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/)) }),
  body: v.undefined(),
  reply: v.object({
    ...SavedSchema.entries,
    /** Null if it no longer passes the checks. */
    website: v.nullable(WebsiteSchema),
  }),
})

/** The whole of /website.json, which each deployment carries. */
export const PublishedWebsiteSchema = v.object({
  /** 0: nothing had been published. */
  version: VersionSchema,
  /** When Publish was pressed, and when the site was built; null for version 0. */
  publishedAt: v.nullable(TimeSchema),
  builtAt: v.nullable(TimeSchema),
  website: WebsiteSchema,
})

export type PublishedWebsite = v.InferOutput<typeof PublishedWebsiteSchema>
