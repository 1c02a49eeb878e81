import type { Page } from 'playwright'

const SPOKEN =
  '[role=alert], [role=status], .message, .field-error, [role=region][aria-label^=Notifications] li'

/** Every sentence with which the page tells what is going on, as it can be seen. */
export async function readStatusTexts(page: Page): Promise<string[]> {
  const texts = await page.locator(SPOKEN).filter({ visible: true }).allInnerTexts()
  const said = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
  // A toast is also read to those who do not see it, and what stands in another has been read with it.
  const once = [...new Set(said)].filter((text) => text !== '' && !text.startsWith('Notification '))
  return once.filter((text) => !once.some((other) => other !== text && other.includes(text)))
}

/** What stands in the fields that can be seen. */
export const readFields = (page: Page): Promise<string> =>
  page
    .locator('input, textarea, select')
    .filter({ visible: true })
    .evaluateAll((fields) => JSON.stringify(fields.map((field) => (field as HTMLInputElement).value)))

/** What may stand beside any sentence: the title of a toast, our number, and that of a payment. */
const BESIDE = ['Error', 'Payment received', '0151 496 0123']

/** What is left of a text when these sentences are taken out of it. */
export const removeTexts = (text: string, sentences: string[]): string =>
  [...sentences, ...BESIDE]
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, sentence) => left.replaceAll(sentence, ''), text)
    .replaceAll(/Reference: pi_\w+|[\s.]+/g, ' ')
    .trim()
