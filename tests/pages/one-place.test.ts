import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { splitLinks } from '#components/legal/split-links.ts'

const SOURCE = resolve(import.meta.dirname, '../../src')

/** What an owner changes in clinic.ts must stand nowhere else. */
const FACTS = [
  clinic.name,
  clinic.phone.display,
  clinic.phone.tel,
  clinic.email,
  clinic.address.street,
  clinic.address.postcode,
]

test('name, phone, email and address are written in clinic.ts only', () => {
  const sources = ['content', 'components', 'layouts', 'pages', 'islands'].flatMap((folder) =>
    readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(astro|tsx?)$/.test(file))
      .map((file) => join(SOURCE, folder, file)),
  )
  const elsewhere = sources.filter((file) => !file.endsWith(join('content', 'clinic.ts')))
  expect(elsewhere.length).toBeGreaterThan(50)
  const repeated = elsewhere.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return FACTS.filter((fact) => code.includes(fact)).map((fact) => `${file} repeats “${fact}”`)
  })
  expect(repeated).toEqual([])
})

test('splitLinks splits a legal text into text and links', () => {
  expect(splitLinks('See [the policy](/privacy-policy), (or not) [yet].')).toEqual([
    { text: 'See ' },
    { text: 'the policy', href: '/privacy-policy' },
    { text: ', (or not) [yet].' },
  ])
  expect(splitLinks('No link.')).toEqual([{ text: 'No link.' }])
  expect(splitLinks(`Ring ${clinic.phone.display}.`)).toEqual([
    { text: 'Ring ' },
    { text: clinic.phone.display, translate: 'no' },
    { text: '.' },
  ])
})
