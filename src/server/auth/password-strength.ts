import { clinic } from '#clinic/current-clinic.ts'
import { commonWords, fillerWords } from '#server/auth/common-words.ts'

/** Characters that remain, at least, once the predictable parts of a password are removed. */
const UNPREDICTABLE_MIN = 8

// Runs along a keyboard or an alphabet, in both directions.
const SEQUENCES = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
].flatMap((sequence) => [sequence, Array.from(sequence).toReversed().join('')])
const SEQUENCE_MIN = 4

const SUBSTITUTIONS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

/**
 * Returns whether a password is little more than predictable parts: common words and names with fillers between them,
 * the clinic's name, the admin's email address, keyboard runs, years, numbers at the end and repetitions.
 */
export function isWeakPassword(password: string, email: string): boolean {
  const lowerCase = password.toLowerCase()
  const unsubstituted = lowerCase.replace(/[@4310$5]/g, (character) => SUBSTITUTIONS[character] ?? character)
  const words = [...commonWords, ...wordsOf(`${clinic.name} ${clinic.address.city} ${email}`)]
  return [lowerCase, unsubstituted].some(
    (text) => Array.from(unpredictablePart(text, words)).length < UNPREDICTABLE_MIN,
  )
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]{4,}/g) ?? []

function unpredictablePart(text: string, words: string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  const joined = text.replace(/[\s._'’-]/g, '')
  const withoutWords = longestFirst.reduce((rest, word) => rest.replaceAll(word, ' '), joined)
  // A date of birth, or a number appended to reuse an old password.
  const withoutNumber = withoutWords.replace(/(?<!\d)\d{1,8}[!?]*$/, '')
  const runs = withoutSequences(withoutNumber)
    .replace(/(?:19|20)\d\d/g, ' ')
    .split(' ')
  return runs
    .filter((run) => !isMadeOfFillerWords(run))
    .join('')
    .replace(/(.+?)\1+/gs, '$1')
}

function isMadeOfFillerWords(run: string): boolean {
  // made[n]: the first n characters consist of filler words.
  const made = [true]
  for (let end = 1; end <= run.length; end += 1) {
    made.push(fillerWords.some((word) => run.endsWith(word, end) && made[end - word.length]))
  }
  return made.at(-1) === true
}

function withoutSequences(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length;) {
    const length = sequenceLengthAt(text, at)
    rest += length < SEQUENCE_MIN ? text[at] : ' '
    at += length < SEQUENCE_MIN ? 1 : length
  }
  return rest
}

function sequenceLengthAt(text: string, at: number): number {
  let end = at
  while (end < text.length && SEQUENCES.some((sequence) => sequence.includes(text.slice(at, end + 1))))
    end += 1
  return end - at
}
