import { clinic } from '#clinic/current-clinic.ts'
import { directionsUrl } from '#clinic/directions.ts'
import { pricesOf } from '#clinic/prices.ts'
import type { Question, Therapy } from '#clinic/schema.ts'
import { WEEKDAYS, type Closure } from '#contract/website/opening-days.ts'

// Structured data for search engines (https://schema.org), made of the same content as the pages.

export type StructuredData = { readonly '@type': string } & Record<string, unknown>

/** Returns the content of a script element; a "<" is escaped, because it could end the element. */
export const asScript = (data: StructuredData[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': data }).replaceAll('<', '\\u003c')

const idOf = (site: URL) => new URL('/#clinic', site).href

export function clinicData(site: URL): StructuredData {
  const { name, kind, phone, email, address, position, hours, closures, social } = clinic
  const profiles = social.flatMap(({ url, isPlaceholder }) => (url && !isPlaceholder ? [url] : []))
  return {
    '@type': kind,
    '@id': idOf(site),
    name,
    url: site.href,
    image: new URL('/cards/home.png', site).href,
    telephone: phone.tel,
    email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      postalCode: address.postcode,
      addressCountry: 'GB',
    },
    ...(position && { geo: { '@type': 'GeoCoordinates', ...position }, hasMap: directionsUrl }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    openingHoursSpecification: hours.flatMap(({ weekdays, open }) =>
      open
        ? [
            {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: weekdays.map((day) => WEEKDAYS[day]),
              opens: open.from,
              closes: open.to,
            },
          ]
        : [],
    ),
    ...(closures.length > 0 && { specialOpeningHoursSpecification: closures.map(specialHours) }),
    currenciesAccepted: 'GBP',
  }
}

/** Closed all day is written as from 00:00 to 00:00: https://developers.google.com/search/docs/appearance/structured-data/local-business */
const specialHours = ({ from, to, open }: Closure) => ({
  '@type': 'OpeningHoursSpecification',
  validFrom: from,
  validThrough: to,
  opens: open?.from ?? '00:00',
  closes: open?.to ?? '00:00',
})

export function therapyData(therapy: Therapy, site: URL): StructuredData {
  const { id, title, longTitle, description } = therapy
  const url = new URL(`/therapy/${id}`, site).href
  const offers = pricesOf(therapy).map(({ minutes, pounds }) => ({
    '@type': 'Offer',
    name: `${title}, ${minutes} minutes`,
    price: pounds.toFixed(2),
    priceCurrency: 'GBP',
    url,
  }))
  return {
    '@type': 'Service',
    name: longTitle ?? title,
    description,
    serviceType: title,
    url,
    ...(offers.length > 0 && { offers }),
    areaServed: clinic.address.city,
    provider: { '@id': idOf(site) },
  }
}

/** Describes the voucher amounts on offer (whole pounds). */
export function voucherData(presets: readonly number[], site: URL): StructuredData {
  return {
    '@type': 'OfferCatalog',
    name: 'Gift vouchers',
    itemListElement: presets.map((price) => ({
      '@type': 'Offer',
      name: `Gift voucher £${price}`,
      price,
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
      url: new URL('/#gift-vouchers', site).href,
      seller: { '@id': idOf(site) },
    })),
  }
}

export function questionsData(questions: readonly Question[]): StructuredData {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

export function breadcrumbs(name: string, path: string, site: URL): StructuredData {
  const steps = [
    { name: 'Home', path: '/' },
    { name, path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: new URL(step.path, site).href,
    })),
  }
}
