import { createHash } from 'node:crypto'
import { defaultTexts } from '#clinic/default-texts.ts'
import * as home from '#content/home.ts'
import { LOGO } from '#content/logo.ts'
import { practitioners } from '#content/practitioners.ts'
import { shop } from '#content/shop.ts'
import { therapiesInFiles } from '#content/therapies.ts'

/** What a clinic writes itself, by its file in src/content. */
export const OWN_TEXTS: Record<string, unknown> = {
  'home.ts': home,
  'shop.ts': shop,
  'practitioners.ts': practitioners,
  'logo.ts': LOGO,
  ...Object.fromEntries(therapiesInFiles.map((therapy) => [`therapies/${therapy.id}.ts`, therapy])),
}

/** Shorter ones may be the same by chance. */
const CHARACTERS_MIN = 25

/** Texts at any depth. */
export const sentencesIn = (content: unknown): string[] => {
  if (typeof content === 'string') return content.length < CHARACTERS_MIN ? [] : [content]
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(sentencesIn) : []
}

export const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 6)

const known = new Set(defaultTexts.split(' '))

/** Returns the sentences that the default clinic has, too. */
export const defaultsIn = (content: unknown): string[] =>
  sentencesIn(content).filter((text) => known.has(digest(text)))
