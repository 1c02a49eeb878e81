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
  taylor thomas thunder tigger trustno test united victoria welcome whatever william winter yellow
  youllneverwalkalone youneverwalkalone
  acupuncture wellness treatment therapy voucher standard
  1qa2ws3ed4rf5tg 23176djivanfros aksjdlasdakj89879 bhrh0h2oof6xbqjeh bpgjldsgjldthnf doomsayer familiya hd764nw5d7e1vb
  inactive kartoffelpuffer lhbjkjubz2957704 lightpower lytdybrbdfvgbhf mailcreated5240 megapizdetz migrationschool
  momsanaladventure neepodchehyl nemvxyheqdd5oqxyxyzi neworleans nick1234rem936 polniypizdec sdf7asdf6asdg8df
  somanypickles stefangreil yfdbufnjh zqjphsyf6ctifgu
  abigail albert alfie alice amanda amelia barbara benjamin caroline catherine christian christine christopher
  claire david deborah dorothy edward elizabeth ellie emily ethan frank freya gareth graham harold harry heather
  helen henry isabella jacob james janet jason jeremy jonathan julie karen keith kevin kimberly laura lauren leanne
  lewis linda louise lucas margaret maria martin megan melissa mohammed natalie nathan nicola nigel olivia pamela
  patricia peter phoebe poppy rachel rebecca richard roger ronald rosie sandra sarah sharon simon stephanie stephen
  steven stuart susan theresa thompson timothy tracey vanessa vincent wayne jesus christ christmas merry happy
  birthday newyear halloween easter january february september october november december monday tuesday wednesday
  thursday friday saturday holiday prince queen mummy daddy darling sweetheart fuck shit bitch cunt wanker bastard
  bollocks anfield goodison merseyside scouser beatles cavern pennylane albertdock kopite england wales ireland
  britain birmingham newcastle tottenham rangers celtic rovers albion wanderers potter hogwarts gryffindor skywalker
  vader force frodo gandalf hobbit pikachu mario minecraft fortnite roblox spiderman ironman avengers simpsons
  frozen mickeymouse winniethepooh thrones dragons jungle rockyou quickbrownfox jumpsover thelazydog lordoftherings
  onceuponatime supercalifragilisticexpialidocious hakunamatata opensesame keepcalmandcarryon stairwaytoheaven
  hotelcalifornia bohemianrhapsody yellowsubmarine strawberryfields dancingqueen wonderwall heyjude carpediem
  abracadabra livelaughlove mustnottellanyone thisismypassword street garden`.split(/\s+/)

// A run of nothing else between such words, or before or after them, is not one's own either: "may the force be with you".
const LITTLE_WORDS =
  `a i u am an as at be by do go he hi if in is it me my no of oh on or ok so to up us we all and any are but can did for
  get got had has her him his how its ill ive im let may not now off old one our out own say see she the too two was way
  who why will with you your youre does done dont cant wont down even ever from give good have here home into just keep
  know like live long look make more much must need never only over said some take than that thats the their them then
  there they this time very want well went were what when where which word would`.split(/\s+/)

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
 * Whether a password is little more than what everybody tries first: words and names from every list with little words
 * between them, the clinic's own name or the admin's address, walks over the keyboard, years, numbers at the end and
 * repetitions.
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
  const joined = text.replace(/[\s._'’-]/g, '')
  const withoutWords = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), joined)
  // A birthday, or the number that makes the same password a new one.
  const withoutNumber = withoutWords.replace(/(?<!\d)\d{1,8}[!?]*$/, '')
  const runs = withoutWalks(withoutNumber)
    .replace(/(?:19|20)\d\d/g, ' ')
    .split(' ')
  return runs
    .filter((run) => !isOfLittleWords(run))
    .join('')
    .replace(/(.+?)\1+/gs, '$1')
}

function isOfLittleWords(run: string): boolean {
  // Whether what stands before each place is made of little words.
  const made = [true]
  for (let end = 1; end <= run.length; end += 1) {
    made.push(LITTLE_WORDS.some((word) => run.endsWith(word, end) && made[end - word.length]))
  }
  return made.at(-1) === true
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
