import { clinicInFiles } from '#content/clinic.ts'
import * as home from '#content/home.ts'
import { photographs } from '#content/photographs.ts'
import { practitioners } from '#content/practitioners.ts'
import { shop } from '#content/shop.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { findClaims } from '#contract/website/claims.ts'

/** The clinic's own texts, by their file in src/content. */
const OWN_TEXTS: Record<string, unknown> = {
  'clinic.ts': clinicInFiles,
  'home.ts': home,
  'practitioners.ts': practitioners,
  ...Object.fromEntries(therapiesInFiles.map((therapy) => [`therapies/${therapy.id}.ts`, therapy])),
  'shop.ts': shop,
  'photographs.ts': photographs,
}

/** Returns a heading and a line for each text whose words advertising rules may not allow; nothing if there is none. */
export function listClaims(texts: Record<string, unknown> = OWN_TEXTS): string[] {
  const lines = Object.entries(texts).flatMap(([file, content]) =>
    fieldsOf(content).flatMap(({ field, text }) =>
      findClaims(text).map(
        ({ words, rule }) => `  src/content/${file}, ${field}: “${words}” (${rule.source}, ${rule.url})`,
      ),
    ),
  )
  return lines.length === 0
    ? []
    : ['Advertising rules may not allow these words without proof. They stop nothing:', ...lines]
}

/** Returns every text with the path to it. A proof is for the owner and is not published. */
function fieldsOf(content: unknown, path: string[] = []): { field: string; text: string }[] {
  if (typeof content === 'string') return [{ field: path.join('.'), text: content }]
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, value]) =>
    key === 'proof' ? [] : fieldsOf(value, [...path, key]),
  )
}
