import { expect, it } from 'vitest'
import { pastedToken } from '#ui/PasteLink.tsx'

const TOKEN = `3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001.${'aB-_'.repeat(11).slice(1)}`

it.each([
  TOKEN,
  `  ${TOKEN}\n`,
  `https://clinic.example/your-purchase#${TOKEN}`,
  `https://clinic.example/your-purchase%23${TOKEN}`,
  `https://safe.example/?url=https%3A%2F%2Fclinic.example%2Fyour-purchase%23${TOKEN}&data=05`,
  `https://safe.example/?url=https%253A%252F%252Fclinic.example%252Fyour-purchase%2523${TOKEN}%26a`,
  `<https://clinic.example/your-purchase#${TOKEN}>`,
  `#${TOKEN}`,
  `See https://clinic.example/your-purchase#${TOKEN}.`,
  `https://gateway.example/v3/__https://clinic.example/your-purchase*${TOKEN}__;Iw!!abc`,
  `Your purchase: https://clinic.example/your-purchase#${TOKEN}, thanks`,
])('the token is found in %j', (text) => expect(pastedToken(text)).toBe(TOKEN))

it.each([
  '',
  'your purchase',
  'https://clinic.example/your-purchase',
  'https://clinic.example/your-purchase#',
  '1042',
])('there is none in %j', (text) => expect(pastedToken(text)).toBeUndefined())
