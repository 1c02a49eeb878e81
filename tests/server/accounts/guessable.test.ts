import { expect, it } from 'vitest'
import { isGuessable } from '#server/accounts/guessable'

const EMAIL = 'owner.heron@clinic.example'

it.each([
  'passwordpassword',
  'P@ssw0rd-2026-P@ssw0rd',
  'MerseyMeridian2026!',
  'i love liverpool fc',
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
])('%s is what everybody would guess', (password) => {
  expect(isGuessable(password, EMAIL)).toBe(true)
})

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
])('%s is somebody’s own', (password) => {
  expect(isGuessable(password, EMAIL)).toBe(false)
})
