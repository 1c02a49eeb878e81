import { forbiddenClaims } from '#contract/claims.ts'
import { readPart } from '#islands/admin/website/website-parts.ts'
import { change, draft, errors, savedText } from '#islands/admin/website/website.store.ts'

/** Returns the props of a field. Its hint: words that advertising rules forbid, what was saved before, where it appears. */
export function draftField(path: string, where = '') {
  const value = readPart(draft.value!, path) as string
  const before = savedText(path)
  const hints = [claimsHint(value), before !== undefined && before !== value && beforeHint(before), where]
  return {
    name: path,
    value,
    error: errors.value[path],
    hint: hints.filter(Boolean).join(' '),
    onChange: ({ target }: { target: { value: string } }) => change(path, target.value),
  }
}

const beforeHint = (before: string) => (before === '' ? 'It was empty before.' : `Before: “${before}”.`)

function claimsHint(text: string): string {
  const words = forbiddenClaims(text).map((word) => `“${word}”`)
  if (words.length === 0) return ''
  return `Advertising rules may not allow ${new Intl.ListFormat('en-GB').format(words)} without proof. You can still save this.`
}
