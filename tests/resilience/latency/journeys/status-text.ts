import type { Page } from 'playwright'
import { clinic } from '#content/clinic.ts'

const SPOKEN =
  '[role=alert], [role=status], .message, .field-error, [role=region][aria-label^=Notifications] li'

/** Returns every visible status and error message of the page. */
export async function readStatusTexts(page: Page): Promise<string[]> {
  const texts = await page.locator(SPOKEN).filter({ visible: true }).allInnerTexts()
  const trimmed = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
  // A toast also has a hidden copy for screen readers, and a message may contain another.
  const once = [...new Set(trimmed)].filter((text) => text !== '' && !text.startsWith('Notification '))
  return once.filter((text) => !once.some((other) => other !== text && other.includes(text)))
}

/** Returns the values of all visible fields. */
export const readFields = (page: Page): Promise<string> =>
  page
    .locator('input, textarea, select')
    .filter({ visible: true })
    .evaluateAll((fields) => JSON.stringify(fields.map((field) => (field as HTMLInputElement).value)))

/** Texts that may accompany any message. */
const ALWAYS_ALLOWED = ['Error', 'Payment received', clinic.phone.display]

/** Returns what is left of a text without these sentences. */
export const removeTexts = (text: string, sentences: string[]): string =>
  [...sentences, ...ALWAYS_ALLOWED]
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, sentence) => left.replaceAll(sentence, ''), text)
    .replaceAll(/Reference: pi_\w+|[\s.]+/g, ' ')
    .trim()
