import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { expect, test } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import type { Qualification, Therapy } from '#clinic/schema.ts'
import { proofs } from '#content/clinic.ts'
import { practitioners } from '#content/practitioners.ts'
import { builtTexts } from '#tests/harness/built-files.ts'

const built = builtTexts('dist')

const htmlOf = (path: string) => {
  const html = built.get(`${path}.html`)
  if (html === undefined) throw new Error(`The build wrote no ${path}`)
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&#39;': '’', '&quot;': '"', '&nbsp;': '\u00a0' }

/** What a visitor reads, on one line. */
const read = (html: string) =>
  html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
    .replaceAll('<wbr>', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:)])/g, '')

const line = (text: string) => text.replace(/\s+/g, ' ')
const reach = [clinic.phone.display, clinic.email, clinic.address.street, clinic.address.city]
const techniquesOf = ({ techniques }: Therapy) => techniques.map(({ title }) => title)
const telephone = `href="tel:${clinic.phone.tel}"`
const { booking } = clinic
/** What a booking button has: the provider's page, or the telephone and the appointment form. */
const bookingParts = (form: string) =>
  booking.kind === 'link'
    ? [`href="${booking.site}" target="_blank" rel="noopener"`]
    : [telephone, `data-book="${form}"`]

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // Style, which Astro and React decide. HTML itself has no preference.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'no-trailing-whitespace': 'off',
      'void-style': 'off',
      // HTML allows the ids of React's useId, which begin with an underscore.
      'valid-id': ['error', { relaxed: true }],
      // src/styles/base.css keeps telephone links on one line; a no-break space would be copied with the number.
      'tel-non-breaking': 'off',
    },
  }),
)

const pages = [...built.keys()].filter((file) => file.endsWith('.html'))

/** Amounts, email addresses and phone numbers: no translator may change them. */
const EXACT = /£\d\S*|\S+@\S+\.\w+|\b0\d{2,4}(?: \d{3,4}){2}/g

test.each(pages)('%s offers no amount, phone number or email address to translators', (file) => {
  const offered = built.get(file)!.replace(/<(\w+)\b[^>]*\btranslate="no"[^>]*>[\s\S]*?<\/\1>/g, '')
  expect(read(offered).match(EXACT) ?? []).toEqual([])
})

test.each(pages)('%s is valid HTML', async (file) => {
  // Astro writes a style for islands before the first of them, where HTML does not permit one.
  const html = built.get(file)!.replace(/<style>astro-island\b[^<]*<\/style>/, '')
  const { results } = await validator.validateString(html, file)
  const found = results.flatMap(({ messages }) => messages)
  expect(found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)).toEqual([])
})

test.each(therapies.map((therapy) => [therapy.id, therapy] as const))(
  'the page of %s says everything that the content knows of it',
  (id, therapy) => {
    const html = htmlOf(`therapy/${id}`)
    const text = read(html)
    const chapters = ['About This Treatment', 'Benefits', 'What to Expect', 'Suitable For']
    for (const part of [...chapters, 'Ready to Book?', 'Have Questions?', 'Back to Home', ...reach]) {
      expect(text).toContain(part)
    }
    expect(read(/<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? '').trim()).toBe(therapy.longTitle ?? therapy.title)
    const said = [
      therapy.description,
      therapy.duration,
      ...therapy.fullDescription,
      ...therapy.benefits,
      ...therapy.suitableFor,
      ...therapy.whatToExpect.flatMap((step) => [step.title, step.text]),
      ...Object.values(therapy.beforeYouCome),
      ...therapy.tellUs,
      therapy.notFor,
      ...(therapy.expertCare ? ['Expert Care', therapy.expertCare.text] : []),
      ...therapy.techniques.flatMap(({ title, description, benefits }) => [title, description, ...benefits]),
    ]
    for (const sentence of said) expect(text).toContain(line(sentence))
    expect(html).toContain(`data-theme="${therapy.color}"`)
    expect(html).toContain(`data-plate="${therapy.image}"`)
  },
)

test('Expert Care and techniques have a heading only on the pages of therapies that have them', () => {
  const headings = new Set(['Expert Care', ...therapies.flatMap(techniquesOf)])
  for (const therapy of therapies) {
    const shown = [...htmlOf(`therapy/${therapy.id}`).matchAll(/<h2[^>]*>([\s\S]*?)<\/h2>/g)]
      .map(([, heading = '']) => read(heading).trim())
      .filter((heading) => headings.has(heading))
    const expected = [...(therapy.expertCare ? ['Expert Care'] : []), ...techniquesOf(therapy)]
    expect(shown.toSorted()).toEqual(expected.toSorted())
  }
})

test.each(therapies.map(({ id }) => id))('%s has a booking button at the top and at the bottom', (id) => {
  const bookings = htmlOf(`therapy/${id}`).match(/<a[^>]*>\s*Book Appointment/g) ?? []
  expect(bookings).toHaveLength(2)
  for (const link of bookings)
    for (const part of bookingParts(`/?service=${id}#write`)) expect(link).toContain(part)
})

test('every public page has Call Us Now and Book in its header and its menu, of a therapy with the therapy', () => {
  const own = [...built].filter(([, html]) => html.includes('class="site-header"'))
  expect(own.length).toBeGreaterThan(therapies.length)
  for (const [file, html] of own) {
    const id = /^therapy\/(.+)\.html$/.exec(file)?.[1]
    const form = id ? `/?service=${id}#write` : file === 'index.html' ? '#write' : '/#write'
    const parts = [/<header[\s\S]*?<\/header>/, /<dialog id="menu"[\s\S]*?<\/dialog>/]
    for (const [part = ''] of parts.map((one) => one.exec(html) ?? [])) {
      expect(read(part), file).toMatch(/Call Us Now .*Book|Book .*Call Us Now/)
      for (const attribute of bookingParts(form)) expect(part, file).toContain(attribute)
    }
  }
})

test.each(practitioners.map((practitioner) => [practitioner.slug, practitioner] as const))(
  'the profile %s shows biography, specialisations, qualifications and what the practitioner is not',
  (slug, practitioner) => {
    const html = htmlOf(slug)
    const text = read(html)
    const { training, education, credentials } = practitioner.qualifications
    const qualifications: Qualification[] = [...training, ...education, ...credentials]
    const said = [
      'Back to Home',
      ...practitioner.howIWork,
      ...practitioner.biography,
      ...practitioner.specialisations.flatMap(({ title, text: what }) => [title, what]),
      ...qualifications.flatMap(({ text: what, issuer, year }) =>
        [what, issuer, year?.toString()].filter((part) => part !== undefined),
      ),
      ...(practitioner.certified ? [practitioner.certified.text] : []),
      ...(practitioner.notADoctor ? [practitioner.notADoctor.claim] : []),
      ...practitioner.statistics.map(({ value }) => value),
      ...clinic.insurers,
      clinic.insurersNote,
      ...reach,
    ]
    for (const sentence of said) expect(text).toContain(line(sentence))
    // At the top, beside the biography and below “Ready to Book?”.
    const bookings = html.match(/<a[^>]*>\s*Book Consultation/g) ?? []
    expect(bookings).toHaveLength(3)
    const isBooking = (link: string) => bookingParts('/#write').every((part) => link.includes(part))
    // With a widget, the one beside the biography leads to the provider's page.
    expect(bookings.filter(isBooking)).toHaveLength(booking.kind === 'widget' ? 2 : 3)
    expect(text).toContain('Ready to Book?')
  },
)

test.each(therapies.map(({ id }) => id))('%s offers the appointment form with the therapy chosen', (id) => {
  expect(htmlOf(`therapy/${id}`)).toMatch(
    new RegExp(`<a[^>]*href="/\\?service=${id}#write"[^>]*>\\s*write to us`),
  )
})

test('Book Consultation beside the biography does what the button at the top does', () => {
  const [aside = ''] = /<aside[\s\S]*?<\/aside>/.exec(htmlOf(practitioners[0].slug)) ?? []
  const [link = ''] = /<a(?=[^>]*button)[^>]*>\s*Book Consultation/.exec(aside) ?? []
  expect(link).toContain(
    booking.kind === 'none' ? telephone : `href="${booking.site}" target="_blank" rel="noopener"`,
  )
})

test('“How I work” is on the profile only if the content has it, before the biography', () => {
  const headings = [...htmlOf(practitioners[0].slug).matchAll(/<h2[^>]*>([\s\S]*?)<\/h2>/g)]
  const expected = practitioners[0].howIWork.length > 0 ? ['How I work', 'Biography'] : ['Biography']
  expect(headings.slice(0, expected.length).map(([, heading = '']) => read(heading).trim())).toEqual(expected)
})

test.each(therapies.map((therapy) => [therapy.id, therapy] as const))(
  '%s has a time line if its steps have minutes, and the number of things to tell us',
  (id, { whatToExpect, tellUs }) => {
    const html = htmlOf(`therapy/${id}`)
    const total = whatToExpect.reduce((sum, { minutes = 0 }) => sum + minutes, 0)
    expect(html.match(/class="steps-bar"/g)?.length ?? 0).toBe(total > 0 ? whatToExpect.length : 0)
    if (total > 0) expect(read(html)).toContain(`–${total} min`)
    expect(read(html)).toContain(`Please tell us first ${tellUs.length} things`)
  },
)

test('the contact section shows how to get to the clinic, with directions to its coordinates if they are known', () => {
  const [contact = ''] = /<section id="contact"[\s\S]*?<\/section>/.exec(built.get('index.html')!) ?? []
  for (const { by, text } of clinic.gettingHere) expect(read(contact)).toContain(line(`${by} ${text}`))
  const { latitude, longitude } = clinic.position ?? {}
  if (clinic.position) expect(contact).toContain(`destination=${latitude}%2C${longitude}"`)
  else expect(contact).not.toContain('destination=')
  expect(contact).toContain(`data-copy="${clinic.address.street}, `)
})

/** Returns the value of every `proof` in the content. */
const proofsIn = (content: unknown): string[] =>
  typeof content === 'object' && content !== null
    ? Object.entries(content).flatMap(([key, value]) => (key === 'proof' ? [value] : proofsIn(value)))
    : []

test('no proof is published', () => {
  const notes = [...Object.values(proofs).flat(), ...proofsIn(practitioners), ...proofsIn(therapies)]
  expect(notes).not.toEqual([])
  const published = [...built].flatMap(([file, text]) =>
    notes.filter((note) => text.includes(note)).map((note) => `${file}: ${note}`),
  )
  expect(published).toEqual([])
})

test('the footer of every page names all social profiles and affiliates of the content', () => {
  const names = [...clinic.social, ...clinic.affiliates].map(({ name }) => name)
  const footers = [...built].flatMap(([file, text]) => {
    const [footer] = /<footer class="deep.*?<\/footer>/s.exec(text) ?? []
    return footer ? [{ file, footer }] : []
  })
  expect(footers.length).toBeGreaterThan(10)
  const missing = footers.flatMap(({ file, footer }) =>
    names.filter((name) => !footer.includes(name)).map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})
