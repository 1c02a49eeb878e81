import { describe, expect, it } from 'vitest'
import { listClaims } from '#scripts/website/list-claims.ts'

describe('listClaims', () => {
  it('names file, field, words and source of each text that a rule may not allow', () => {
    const massage = { id: 'massage', prices: [{ minutes: 60 }], benefits: ['Rest', 'Weight loss'] }
    const shop = { byPhone: { text: 'Dr Chen will answer.' }, intro: undefined }
    expect(listClaims({ 'therapies/massage.ts': massage, 'shop.ts': shop })).toEqual([
      'Advertising rules may not allow these words without proof. They stop nothing:',
      '  src/content/therapies/massage.ts, benefits.1: “Weight loss” (CAP Code, rule 13.1, https://www.asa.org.uk/type/non_broadcast/code_section/13.html)',
      '  src/content/shop.ts, byPhone.text: “Dr Chen” (ASA advice: Use of the term “Dr”: Chinese medicine practitioners, https://www.asa.org.uk/advice-online/use-of-the-term-dr-chinese-medicine-practitioners.html)',
    ])
  })

  it('leaves out proofs, which are not published', () => {
    expect(
      listClaims({ 'practitioner.ts': { text: 'Trained', proof: 'The testimonial of Dr Chen' } }),
    ).toEqual([])
  })
})
