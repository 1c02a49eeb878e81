import { describe, expect, it } from 'vitest'
import { claimsHint } from '#islands/admin/shared/claims-hint.ts'

describe('claimsHint', () => {
  it('says which words a rule may not allow, what one could say, and where the rule is from', () => {
    expect(claimsHint('It cures pain, without side effects.')).toBe(
      'Advertising rules may not allow “cures”. It promises that an illness goes away for good. ' +
        'You could say how a visit feels, for example “time to rest and unwind”. (CAP Code, rule 12.7) ' +
        'Advertising rules may not allow “without side effects”. Nothing is safe merely because it is natural, ' +
        'and “completely safe” needs proof. You could say what it is made of, and ask people to tell you about ' +
        'allergies. (ASA advice: “Safe”) You can still save this.',
    )
  })

  it('is empty for a careful text', () => {
    expect(claimsHint('Closed on Monday.')).toBe('')
  })
})
