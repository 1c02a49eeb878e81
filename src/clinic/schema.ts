import * as v from 'valibot'
import { DISTRICTS } from '#contract/base/postcode.ts'
import { VOUCHER_MAX } from '#contract/vouchers/voucher-limits.ts'
import { forbiddenClaims } from '#contract/website/claims.ts'

// The house style; what an owner types in the portal is not bound by it.
const HOUSE_STYLE = [/\b(journey|unlock|transform|embark)/i, /!/]
const forbiddenIn = (written: string) =>
  [...forbiddenClaims(written), ...HOUSE_STYLE.flatMap((word) => word.exec(written)?.[0] ?? [])].join(', ')

const filled = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000))
const text = v.pipe(
  filled,
  v.check(
    (written) => forbiddenIn(written) === '',
    ({ input }) => `must not say “${forbiddenIn(input)}”: “${input}”`,
  ),
)
// Fits on one line, and in a search result.
const short = v.pipe(
  text,
  v.maxLength(60, ({ input }) => `use at most 60 letters: “${input}” has ${input.length}`),
)
/** Of the treatments that vouchers pay for: the room on a printed voucher. */
const LISTED_MAX = 220
const https = v.pipe(v.string(), v.url(), v.startsWith('https://'))
const httpsOrNone = v.union([v.literal(''), https])
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time looks like 09:00'))
/** Addresses of other pages and of what the site is made of. */
const RESERVED_SLUGS = new Set([
  '404',
  'accessibility-statement',
  'admin',
  'api',
  'cards',
  'cookie-policy',
  'index',
  'privacy-policy',
  'shop',
  'terms-conditions',
  'therapy',
  'voucher',
  'your-purchase',
])
const slug = v.pipe(
  v.string(),
  v.regex(
    /^[a-z][a-z0-9-]*$/,
    ({ input }) => `use small letters, digits and hyphens, such as back-class, not “${input}”`,
  ),
)
const firstTwice = (words: readonly string[]) => words.find((word, at) => words.indexOf(word) < at)
// The minimum refuses placeholders.
const proof = v.pipe(filled, v.minLength(20, 'say what proves it and where that is kept'))

const claim = v.strictObject({ text })
/** Marks a default that build, doctor and portal name until it is replaced. */
const isPlaceholder = v.optional(v.literal(true))
const statistic = v.strictObject({ value: text, label: text })

export type Statistic = v.InferOutput<typeof statistic>

const hours = v.pipe(
  v.array(
    v.strictObject({
      days: text,
      /** 0 is Sunday. */
      weekdays: v.pipe(
        v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
        v.minLength(1),
      ),
      /** 24-hour times; null when closed. */
      open: v.nullable(
        v.pipe(
          v.strictObject({ from: clock, to: clock }),
          v.check(({ from, to }) => from < to, 'opens before it closes'),
        ),
      ),
    }),
  ),
  v.check(
    (rows) =>
      rows
        .flatMap((row) => row.weekdays)
        .toSorted((a, b) => a - b)
        .join('') === '0123456',
    'every day of the week once',
  ),
)

const prices = v.pipe(
  v.array(
    v.strictObject({
      minutes: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(5, 'a treatment takes at least 5 minutes'),
        v.maxValue(480),
      ),
      /** In pounds, pence after the point. */
      pounds: v.pipe(
        v.number(),
        v.minValue(0.01, 'a price is more than £0'),
        v.maxValue(5000),
        v.check((pounds) => Number(pounds.toFixed(2)) === pounds, 'a price has whole pence'),
      ),
    }),
  ),
  v.minLength(1, 'leave prices out if there are none'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const twice = dataset.value.find(
      ({ minutes }, at, all) => all.findIndex((one) => one.minutes === minutes) < at,
    )
    if (twice) addIssue({ message: `two prices for ${twice.minutes} minutes` })
  }),
)

export type Prices = v.InferOutput<typeof prices>

export const clinicSchema = v.strictObject({
  name: short,
  /** Completes “Mersey Meridian is … in Liverpool.” */
  description: v.pipe(short, v.regex(/^an? /, 'begins with “a” or “an”')),
  /** The kind of business, as search engines know it: https://schema.org/MedicalBusiness and https://schema.org/HealthAndBeautyBusiness */
  kind: v.picklist([
    'DaySpa',
    'HealthAndBeautyBusiness',
    'HealthClub',
    'MedicalBusiness',
    'MedicalClinic',
    'Physiotherapy',
  ]),
  /** Drawings of the place that are shown. The film is that of the water below the skyline. */
  pictures: v.strictObject({ skyline: v.boolean(), film: v.boolean(), map: v.boolean() }),
  meaning: v.array(v.strictObject({ word: text, meaning: text })),
  phone: v.strictObject({
    display: text,
    tel: v.pipe(v.string(), v.regex(/^\+\d{8,15}$/, 'a number like +441510000000')),
  }),
  email: v.pipe(v.string(), v.email()),
  address: v.strictObject({ street: text, city: text, postcode: text }),
  trader: v.strictObject({ owner: v.string(), company: v.string(), vat: v.string() }),
  /** How to get there: by train, by bus, by car, without steps. */
  gettingHere: v.array(v.strictObject({ by: v.pipe(text, v.maxLength(30)), text })),
  gettingHereIsExample: v.boolean(),
  /** Null: no pin and no way there is shown. */
  position: v.nullable(
    v.strictObject({
      latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
      longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    }),
  ),
  hours,
  insurers: v.array(text),
  insurersNote: text,
  social: v.array(v.strictObject({ name: text, url: httpsOrNone, isPlaceholder })),
  affiliates: v.array(v.strictObject({ name: text, isPlaceholder })),
  /** At the top of the home page and below “Who We Are”; only what can be proved. */
  claims: v.array(claim),
  statistics: v.pipe(v.array(statistic), v.maxLength(2, 'at most two')),
  vouchers: v.strictObject({
    validMonths: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)),
    // Pounds a day that all admins together may issue free or add without money.
    complimentaryPerDay: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
    // Pounds: what all admins together issue free or add without money is reported at once when a day passes this.
    complimentaryAlert: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
    /** Above the form for a gift voucher. */
    heading: text,
    treatments: v.pipe(
      v.array(text),
      v.minLength(1, 'list at least one treatment that a voucher pays for'),
      v.check(
        (all) => all.join(', ').length <= LISTED_MAX,
        ({ input }) =>
          `use at most ${LISTED_MAX} characters for the whole list, with commas and spaces: it has ${input.join(', ').length}`,
      ),
    ),
    /** Pounds, from the least to the most that a voucher may cost. */
    amounts: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(VOUCHER_MAX / 100))),
      v.minLength(
        1,
        'list at least one amount in pounds that a gift voucher may cost, such as [25, 50, 100]',
      ),
      v.maxLength(12),
      v.check(
        (all) => all.every((amount, at) => at === 0 || amount > all[at - 1]!),
        'list the amounts from the least to the most, each once',
      ),
    ),
    /** Marked “Popular”. */
    popular: v.array(v.number()),
  }),
  firstConsultation: v.optional(v.strictObject({ prices })),
  pricesAreExamples: v.boolean(),
  cancellation: v.strictObject({
    noticeHours: v.pipe(v.number(), v.integer(), v.minValue(1)),
    feePercent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  }),
  delivery: v.strictObject({
    districts: v.pipe(
      v.array(v.pipe(v.string(), v.regex(DISTRICTS, 'a postcode area L, a district CH41 or a range L1–L36'))),
      v.minLength(1),
    ),
    cost: text,
  }),
  booking: v.variant('kind', [
    /** No provider: visitors call, or ask for an appointment with the form. */
    v.strictObject({ kind: v.literal('none') }),
    /** Treatwell's widget. */
    v.strictObject({
      kind: v.literal('widget'),
      /** The id of the clinic. */
      place: v.pipe(v.string(), v.regex(/^\d+$/, 'the number in the provider’s snippet')),
      /** The address that the snippet's `<script>` loads. */
      script: https,
      /** The provider's page of the clinic. */
      site: https,
      /** Hashes of the styles that the widget inserts. */
      styles: v.optional(
        v.array(v.pipe(v.string(), v.regex(/^sha256-[\w+/]{43}=$/, 'a hash like sha256-…='))),
      ),
    }),
    /** Any provider's page of the clinic. */
    v.strictObject({ kind: v.literal('link'), site: https }),
  ]),
  copyright: v.pipe(v.string(), v.regex(/^\d{4}$/)),
})

/** Requires a proof for every claim, figure and affiliate of the clinic, and for nothing else. */
export const proofsSchema = ({ statistics, claims, affiliates }: Clinic) =>
  v.strictObject({
    statistics: proofsOf(statistics),
    claims: proofsOf(claims),
    affiliates: proofsOf(affiliates),
  })

const proofsOf = (claimed: readonly unknown[]) =>
  v.pipe(v.array(proof), v.length(claimed.length, 'one for each, in their order'))

export type Clinic = v.InferOutput<typeof clinicSchema>

const list = v.pipe(v.array(text), v.minLength(2))
const step = v.strictObject({ title: text, text })

export type Step = v.InferOutput<typeof step>

/** A step of a treatment. `minutes` is how long it takes. */
const timedStep = v.strictObject({
  ...step.entries,
  minutes: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1, 'a step takes at least a minute'), v.maxValue(480)),
  ),
})

export type TimedStep = v.InferOutput<typeof timedStep>

const sentence = v.pipe(text, v.minLength(40), v.maxLength(160), v.endsWith('.'))

const EFFECT = /\b(eas|help|reduc|loosen|relax|pain|sleep)/i
const benefits = v.pipe(
  list,
  v.everyItem(
    (benefit) => !EFFECT.test(benefit) || /^(May|Supports|Many people find) /.test(benefit),
    'an effect begins with "May", "Supports" or "Many people find"',
  ),
)
const paragraphs = v.pipe(
  list,
  v.check(
    (all) => /works alongside the care[^.]*does not replace it/.test(all.join(' ')),
    'one sentence says that it “works alongside the care” of a GP and “does not replace it”',
  ),
)
const asksAbout = (condition: RegExp) =>
  v.check<string[], string>(
    (conditions) => conditions.some((one) => condition.test(one)),
    `must ask about “${condition.source}”`,
  )

/** A method within a therapy. `image` is the name of its drawing and the id of its section. */
const technique = v.strictObject({ title: short, description: text, image: slug, benefits })

export type Technique = v.InferOutput<typeof technique>

const therapyFields = v.strictObject({
  id: slug,
  title: short,
  /** The heading of its own page, if it is longer. */
  longTitle: v.optional(short),
  /** For the home page, the top of its own page and search engines. */
  description: sentence,
  /** Paragraphs. The first has larger type. */
  fullDescription: paragraphs,
  /** The name of its drawing. */
  image: slug,
  color: v.picklist(['sage', 'ocean', 'warm']),
  duration: v.pipe(
    text,
    v.regex(/^\d+(–\d+)? minutes$/, 'a duration looks like 45–60 minutes or 60 minutes'),
  ),
  prices: v.optional(prices),
  benefits,
  suitableFor: list,
  /** Shown as a time line if every step has its minutes. */
  whatToExpect: v.pipe(
    v.array(timedStep),
    v.minLength(2),
    v.check(
      (steps) => new Set(steps.map(({ minutes }) => minutes === undefined)).size < 2,
      'every step has its minutes, or none has',
    ),
  ),
  beforeYouCome: v.strictObject({ feels: text, wear: text, afterwards: text }),
  /** Completes the sentence "Please tell us before we begin if you …". */
  tellUs: v.pipe(list, asksAbout(/pregnant/), asksAbout(/blood thinners/)),
  /** When we leave something out or do not treat. */
  notFor: text,
  /** A claim; its proof is for the owner and is not published. */
  expertCare: v.optional(v.strictObject({ text, proof })),
  techniques: v.array(technique),
})

const usesNeedles = ({ whatToExpect }: v.InferOutput<typeof therapyFields>) =>
  whatToExpect.some((one) => /needle/.test(one.text))
const NEEDLE_QUESTIONS = [/pacemaker/, /afraid of needles/]

export const therapySchema = v.pipe(
  therapyFields,
  v.forward(
    v.check(
      (one) =>
        !usesNeedles(one) ||
        NEEDLE_QUESTIONS.every((question) => one.tellUs.some((condition) => question.test(condition))),
      'a therapy with needles asks about a pacemaker, and who is “afraid of needles”',
    ),
    ['tellUs'],
  ),
  v.forward(
    v.check(
      ({ whatToExpect, duration }) =>
        whatToExpect.reduce((sum, { minutes = 0 }) => sum + minutes, 0) <=
        Number(/\d+(?= )/.exec(duration)?.[0]),
      'the steps together take longer than the treatment',
    ),
    ['whatToExpect'],
  ),
)

export type Therapy = v.InferOutput<typeof therapySchema>

/** The list; each therapy is checked with its own file. */
export const therapiesSchema = v.pipe(
  v.array(v.looseObject({ id: v.string() })),
  v.minLength(1, 'offer at least one therapy'),
  v.maxLength(12, 'offer at most twelve therapies'),
  v.check(
    (list) => firstTwice(list.map(({ id }) => id)) === undefined,
    ({ input }) => `two therapies have the id “${firstTwice(input.map(({ id }) => id))}”; give one another`,
  ),
)

const question = v.strictObject({ question: v.pipe(text, v.endsWith('?')), answer: text })

export type Question = v.InferOutput<typeof question>

export const homeSchemaFor = ({ insurers }: Pick<Clinic, 'insurers'>) =>
  v.object({
    /** What the clinic does and where, for search engines and the social card. {city} is replaced by that of the address. */
    searchTitle: short,
    hero: v.strictObject({ lede: text }),
    /** `certified`: a sentence below the claim of the first practitioner. */
    about: v.strictObject({ lede: text, community: text, certified: v.optional(text) }),
    /** Above the therapies; the heading follows how many there are. */
    therapiesChapter: v.strictObject({ heading: text, lede: text }),
    firstVisit: v.strictObject({ heading: text, steps: v.array(step) }),
    /** {insurers}, {notice} and {fee} are replaced by the clinic's data, so that no figure is written twice. */
    questions: v.array(
      v.pipe(
        question,
        v.check(
          ({ answer }) => insurers.length > 0 || !answer.includes('{insurers}'),
          ({ input }) =>
            `“${input.question}” names the insurers, and clinic.ts lists none; delete the question, or {insurers} in its answer`,
        ),
      ),
    ),
  })

export type About = v.InferOutput<ReturnType<typeof homeSchemaFor>>['about']

const qualification = v.strictObject({
  text,
  detail: v.optional(text),
  /** The school or body that issued it. */
  issuer: v.optional(text),
  year: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1950), v.maxValue(2100))),
  proof,
})

export type Qualification = v.InferOutput<typeof qualification>

const qualifications = v.array(qualification)

const proved = v.strictObject({ ...claim.entries, proof })

const practitioner = v.strictObject({
  /** The address of the profile. */
  slug: v.pipe(
    slug,
    v.check(
      (text) => !RESERVED_SLUGS.has(text),
      ({ input }) => `another page has the address /${input}; choose another, such as your name`,
    ),
  ),
  name: short,
  isPlaceholder,
  /** In the navigation, if nobody else practises here. */
  navigation: short,
  lede: text,
  alongside: text,
  statistics: v.pipe(v.array(v.strictObject({ ...statistic.entries, proof })), v.maxLength(2, 'at most two')),
  /** Above the name. */
  certified: v.optional(proved),
  /** Beside “Expert Care” on the pages of therapies. */
  only: v.optional(proved),
  howIWork: v.pipe(v.array(text), v.maxLength(3, 'at most three')),
  biography: list,
  specialisationsLede: v.optional(text),
  /** `plainly`: the area in everyday words, without a complaint or a promise. */
  specialisations: v.pipe(
    v.array(v.strictObject({ ...step.entries, plainly: text })),
    v.everyItem(
      (one) => one.text.startsWith('Works with '),
      'begins with “Works with”, because no disorder may be called treatable',
    ),
  ),
  qualifications: v.strictObject({
    training: qualifications,
    education: qualifications,
    credentials: qualifications,
  }),
  /** What this person is not: the claim, and what follows from it. */
  notADoctor: v.optional(v.strictObject({ title: text, claim: text, text, proof })),
})

export type Practitioner = v.InferOutput<typeof practitioner>

/** The first one is the lead practitioner. */
export const practitionersSchema = v.pipe(
  v.array(practitioner),
  v.minLength(1, 'name at least one practitioner'),
  v.check(
    (all) => firstTwice(all.map((one) => one.slug)) === undefined,
    ({ input }) =>
      `two practitioners have the slug “${firstTwice(input.map((one) => one.slug))}”; give one another`,
  ),
)

export type Practitioners = [Practitioner, ...Practitioner[]]

const picture = v.strictObject({
  /** In src/content/photographs. scripts/check-photographs.ts checks the file itself. */
  file: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9-]+\.(jpe?g|png|webp|avif)$/, 'a name like treatment-room.jpg, in small letters'),
  ),
  /** What it shows, for those who do not see it. */
  alt: v.pipe(text, v.minLength(10, 'say what the picture shows')),
})

export type ContentPicture = v.InferOutput<typeof picture>

export const photographsSchema = v.strictObject({
  hero: v.optional(
    v.strictObject({
      ...picture.entries,
      film: v.optional(
        v.pipe(v.string(), v.regex(/^[a-z0-9-]+\.mp4$/, 'a name like river.mp4, in small letters')),
      ),
    }),
  ),
  /** By the id of the therapy. */
  therapies: v.record(slug, picture),
  /** By the address of the practitioner's profile. */
  portraits: v.record(slug, picture),
  entrance: v.optional(picture),
  rooms: v.pipe(v.array(picture), v.maxLength(3, 'at most three rooms')),
})

export type Photographs = v.InferOutput<typeof photographsSchema>

const row = v.pipe(v.array(text), v.minLength(2))
// In every text, [label](address) is a link.
const legalBlock = v.union([
  /** A paragraph. */
  text,
  v.strictObject({ list }),
  /** A right that the law gives in addition to the preceding block. */
  v.strictObject({ law: text }),
  /** The lines of a form that the reader may copy. */
  v.strictObject({ form: list }),
  v.pipe(
    v.strictObject({ caption: text, head: row, rows: v.array(row) }),
    v.check(
      ({ head, rows }) => rows.every((cells) => cells.length === head.length),
      'every row has as many cells as the head',
    ),
  ),
])

export type LegalBlock = v.InferOutput<typeof legalBlock>

export const legalSchema = v.strictObject({
  title: short,
  description: sentence,
  chapters: v.pipe(
    v.array(v.strictObject({ id: slug, title: text, blocks: v.pipe(v.array(legalBlock), v.minLength(1)) })),
    v.check(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      'every chapter has an id of its own',
    ),
  ),
})

export type LegalText = v.InferOutput<typeof legalSchema>
