import { expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { isWeakPassword } from '#server/auth/password-strength.ts'

const EMAIL = 'owner.heron@clinic.example'

// ASVS 6.1.2, 6.2.4, 6.2.11
it.each([
  'passwordpassword',
  'P@ssw0rd-2026-P@ssw0rd',
  `${clinic.name.replaceAll(' ', '')}2026!`,
  `i love ${clinic.address.city} fc`,
  'owner.heron@clinic1',
  'aaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  '123456789012345678',
  'qwertyuiop12345',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgb',
  'poiuytrewq09876',
  'correct horse battery staple',
  'bananabananabanana',
  'youneverwalkalone',
  'youllneverwalkalone',
  "You'll Never Walk Alone",
  'ilovejesuschrist',
  'maytheforcebewithyou',
  'thequickbrownfoxjumps',
  'welcometothejungle',
  'harrypotter12345',
  'happybirthday2024',
  'merrychristmas2023',
  'elizabeth1234567',
  'Elizabeth21041926!',
  'tobeornottobe12',
  'whatthefuckisthis',
  `hope street ${clinic.address.city}`,
  'I want to be with you',
])('isWeakPassword rejects %s', (password) => {
  expect(isWeakPassword(password, EMAIL)).toBe(true)
})

// Of the 49,233 most common passwords (zxcvbn's list, 2026), those that are long enough.
const LONG_AND_COMMON = `mailcreated5240 polniypizdec0211 123456789987654321 1qaz2wsx3edc4rfv momsanaladventure
  hd764nw5d7e1vb1 qazwsxedcrfvtgb 23176djivanfros 123456789qwerty 12345678900987654321 qwerty123456789
  polniypizdec110211 12345678987654321 q1w2e3r4t5y6u7i8 zqjphsyf6ctifgu lhbjkjubz2957704 1qazxsw23edcvfr4
  nemvxyheqdd5oqxyxyzi passwordpassword 1234qwerasdfzxcv 1234567890987654321 1234567890qwerty q1w2e3r4t5y6u7i8o9p0
  passwordstandard bpgjldsgjldthnf 1234567887654321 zxcvbnm123456789 122333444455555 111222333444555
  qwertyuiop12345 1qa2ws3ed4rf5tg nick1234-rem936 qwertasdfgzxcvb aksjdlasdakj89879 lytdybrbdfvgbhf
  passwordassword 420842084208555 polniypizdec1102 ne_e_pod_chehyl hd764nw5d7e1vbv bhrh0h2oof6xbqjeh`

// ASVS 6.2.4
it('the list holds every common password of sufficient length', () => {
  const common = LONG_AND_COMMON.split(/\s+/)
  expect(common).toHaveLength(41)
  expect(common.filter((password) => !isWeakPassword(password, EMAIL))).toEqual([])
})

// ASVS 6.2.5
it.each([
  'a heron stands in the Mersey',
  'kettle window gravel',
  'my dog eats tea bags',
  'dinosaur biscuits',
  'x7#Qp!m2Vt9&Lw4z',
  '827364519283746',
  'ilovemymum and my two dogs',
  'ein Reiher steht im Fluß',
  '石の上にも三年と言いますが待てません',
  // Diceware passphrases of four words: https://www.eff.org/dice
  'unbundle swampland refocus ditto',
  'gravitate-oyster-kilobyte-yonder',
  'crepetweezersmagnetlilac',
  'pelican monsoon dapper thimble',
  'stoneware.bagpipe.ferret.gumdrop',
  'happy plywood citadel brunt',
  'street kudos varnish tapioca',
  'overhand jolt with quicksand 41',
  'kvtzqwnr48213977',
])('isWeakPassword accepts %s', (password) => {
  expect(isWeakPassword(password, EMAIL)).toBe(false)
})
