import { clinic } from '#content/clinic'

/** What is left of a password without its guessable parts has at least so many characters. */
const OWN_MIN = 8

// What the most used passwords are made of, and, of the lists that leaked, the long ones that are made of something else.
const WORDS =
  `1q2w3e4r abcd1234 administrator alexander america andrew angel anthony apple arsenal ashley asshole babygirl bailey
  banana baseball basketball batman buster butterfly changeme charlie cheese chelsea chocolate clinic computer cookie
  correcthorsebatterystaple dallas daniel default diamond dragon eminem everton family flower football forever freedom
  friend fuckyou george ginger google guest hannah harley hello hunter iloveu iloveyou internet jasmine jennifer jessica
  jordan joseph joshua junior justin killer letmein linkedin liverpool login london love lovely maggie manchester master
  matrix matthew mercedes merlin michael michelle mickey money monkey monster mother mustang myspace nicole ninja
  oliver orange parola passphrase passw0rd password patrick peanut pepper please pokemon portal princess purple qwerty
  robert samantha samsung scotland secret server shadow snoopy soccer sophie starwars summer sunday sunshine superman
  taylor thomas thunder tigger trustno test united victoria welcome whatever william winter yellow youneverwalkalone
  acupuncture wellness treatment therapy voucher standard
  1qa2ws3ed4rf5tg 23176djivanfros aksjdlasdakj89879 bhrh0h2oof6xbqjeh bpgjldsgjldthnf doomsayer familiya hd764nw5d7e1vb
  inactive kartoffelpuffer lhbjkjubz2957704 lightpower lytdybrbdfvgbhf mailcreated5240 megapizdetz migrationschool
  momsanaladventure neepodchehyl nemvxyheqdd5oqxyxyzi neworleans nick1234rem936 polniypizdec sdf7asdf6asdg8df
  somanypickles stefangreil yfdbufnjh zqjphsyf6ctifgu`.split(/\s+/)

// Fingers that walk along a keyboard or an alphabet, either way.
const WALKS = [
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
].flatMap((walk) => [walk, Array.from(walk).toReversed().join('')])
const WALK_MIN = 4

const LOOKS_LIKE: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

/**
 * Whether a password is little more than what everybody tries first: words from every list, the clinic's own name or the
 * admin's address, walks over the keyboard, years and repetitions.
 */
export function isGuessable(password: string, email: string): boolean {
  const typed = password.toLowerCase()
  const read = typed.replace(/[@4310$5]/g, (sign) => LOOKS_LIKE[sign] ?? sign)
  const known = [...WORDS, ...wordsOf(`${clinic.name} ${clinic.address.city} ${email}`)]
  return [typed, read].some((text) => Array.from(ownPartOf(text, known)).length < OWN_MIN)
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]{4,}/g) ?? []

function ownPartOf(text: string, known: string[]): string {
  const longestFirst = known.toSorted((one, other) => other.length - one.length)
  const joined = text.replace(/[\s._-]/g, '')
  const withoutWords = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), joined)
  return withoutWalks(withoutWords)
    .replace(/(?:19|20)\d\d/g, ' ')
    .replace(/(.+?)\1+/gs, '$1')
    .replaceAll(' ', '')
}

function withoutWalks(text: string): string {
  let left = ''
  for (let at = 0; at < text.length;) {
    const walked = walkAt(text, at)
    left += walked < WALK_MIN ? text[at] : ' '
    at += walked < WALK_MIN ? 1 : walked
  }
  return left
}

function walkAt(text: string, at: number): number {
  let end = at
  while (end < text.length && WALKS.some((walk) => walk.includes(text.slice(at, end + 1)))) end += 1
  return end - at
}
