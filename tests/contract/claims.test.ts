import { describe, expect, it } from 'vitest'
import { ADVERTISING_RULES } from '#contract/website/advertising-rules.ts'
import { findClaims, forbiddenClaims } from '#contract/website/claims.ts'

/** For each rule, in their order: a text, its words, and a careful text. */
const TEXTS = [
  ['Acupuncture cures back pain.', 'cures', 'A security guard is at the door.'],
  ['A natural way to heal.', 'heal', 'A healthy hour of rest.'],
  ['We guarantee a better night.', 'guarantee', 'Many people enjoy a calm hour.'],
  ['It is a miracle.', 'miracle', 'You lie warm and quiet for half an hour.'],
  ['A clinically proven method.', 'clinically proven', 'Clinical research on this is still thin.'],
  ['Detox your body.', 'Detox', 'Drink some water afterwards.'],
  ['We treat arthritis.', 'arthritis', 'Many people with stiff hands like it.'],
  ['Come to us instead of your GP.', 'instead of your GP', 'It does not replace the care of your GP.'],
  ['It is painless.', 'painless', 'You may feel a brief prick.'],
  ['Natural and safe.', 'Natural and safe', 'Natural oils. Please tell us about allergies.'],
  ['Reflexology for people with migraine.', 'for people with migraine', 'Please tell us if you have asthma.'],
  ['Book fertility support.', 'fertility support', 'We make no promises about fertility.'],
  ['Relieves the menopause.', 'Relieves the menopause', 'For the years around the menopause.'],
  ['It boosts your immune system.', 'boosts your immune', 'Tell us about a weakened immune system.'],
  ['Lose weight with ear seeds.', 'Lose weight', 'You may feel lighter on your feet.'],
  [
    'Stop smoking in one hour.',
    'Stop smoking',
    'If you have decided to stop smoking, we can help you to relax.',
  ],
  ['The best massage in town.', 'best massage', 'The best way is by train. The only lift is at the back.'],
  ['Dr Chen is back.', 'Dr Chen', 'Mr Chen is back. Please see your doctor first.'],
  ['Look at our before and after pictures.', 'before and after pictures', 'Before and after training.'],
  ['Recommended by the NHS.', 'Recommended by the NHS', 'In a crisis, ring NHS 111.'],
] as const

describe('findClaims', () => {
  it('knows 20 rules, each with a source, its https address and the day it was looked up', () => {
    expect(ADVERTISING_RULES).toHaveLength(20)
    expect(TEXTS).toHaveLength(20)
    for (const { says, source, url, lookedUp } of ADVERTISING_RULES) {
      expect(says).toMatch(/\. (You could|For anybody else, you could) /)
      expect(source).toMatch(/^(ASA|CAP) /)
      expect(url).toMatch(/^https:\/\/www\.asa\.org\.uk\//)
      expect(lookedUp).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })

  it.each(TEXTS.map(([text, words], at) => ({ text, words, rule: ADVERTISING_RULES[at] })))(
    'finds “$words” in “$text”',
    ({ text, words, rule }) => {
      expect(findClaims(text)).toEqual([{ words, rule }])
    },
  )

  it.each(TEXTS.map(([, , careful]) => careful))('finds nothing in “%s”', (careful) => {
    expect(findClaims(careful)).toEqual([])
  })
})

it('forbiddenClaims returns the words of the nine rules that stop the build, and of no other', () => {
  expect(TEXTS.flatMap(([text]) => forbiddenClaims(text))).toEqual(
    TEXTS.slice(0, 9).map(([, words]) => words),
  )
})
