import { expect, it, onTestFinished, vi } from 'vitest'
import { readVoucherFragment } from '#contract/vouchers/voucher-page.ts'
import { endSessionsToken, readEndSessionsToken } from '#server/links/end-sessions-link.ts'
import { heldVoucherLink, readHolderToken } from '#server/links/held-voucher-link.ts'
import { purchaseLink, readPurchaseToken } from '#server/links/purchase-link.ts'
import { resetToken } from '#server/links/reset-link.ts'
import { readSignedId, signToken } from '#server/links/signed-token.ts'

const ID = '3f0d7a52-6c1e-4b8e-9a53-0f6f2f1d9c77'
const NO_ROW = '00000000-0000-0000-0000-000000000000'
const SITE = 'https://clinic.example'

// As they were sent by the first versions. They lie in mailboxes: none of these texts may ever change.
const PURCHASE = `${ID}.QCkTLadyZBLIFB0BUCzy_SmKbW_TwzUx2xy2_nU6FLM`
const USES = `${ID}.Wzqj11EnrMoLHt-8CdFuyUD8fxHZRs4YGeYKc-XI0WI`
const STOP = `${ID}.5fL9r2i69xx566CmS7i8G5rUQ-DFosCPZLvzRdpzHF0`
const END_SESSIONS = `${ID}.1798794000000.TH9E0BwT8MHxwZnhnD9NJhQ3hdiKJI2bzgYTnY0a-pY`
const RESET = 'towF63cjtX0n52IrIOeQCkd4bToX_3NYlcUX618z3vM'

function setKeys(): void {
  vi.stubEnv('LINK_KEY', 'a third key of thirty-two characters or more')
  vi.stubEnv('SESSION_KEY', 'another key of thirty-two characters or more')
  onTestFinished(() => void vi.unstubAllEnvs())
}

it('opens a purchase, the uses of a voucher, the end of reminders and of sessions by a link that was sent long ago', () => {
  setKeys()
  const code = 'EQZ2-G3AV-DD88-7VEN'
  expect(readPurchaseToken(PURCHASE)).toBe(ID)
  expect(readVoucherFragment(`#${code}.${USES}`)).toEqual({ code, token: USES })
  expect(readHolderToken(code, USES)).toBe(ID)
  expect(readSignedId('stop reminders', STOP)).toBe(ID)
  expect(readEndSessionsToken(END_SESSIONS, new Date('2026-12-31'))).toBe(ID)
})

it('sends the same links as long ago', () => {
  setKeys()
  expect(purchaseLink(SITE, ID)).toBe(`${SITE}/your-purchase#${PURCHASE}`)
  expect(heldVoucherLink(SITE, 'EQZ2-G3AV-DD88-7VEN', ID)).toBe(`${SITE}/voucher#EQZ2-G3AV-DD88-7VEN.${USES}`)
  expect(signToken('stop reminders', ID)).toBe(STOP)
  expect(endSessionsToken(ID, new Date('2027-01-01T09:00:00Z'))).toBe(END_SESSIONS)
  expect(resetToken(ID)).toBe(RESET)
})

it.each([
  ['of another purpose', STOP],
  ['with another id', PURCHASE.replace('3f0d', '3f0e')],
  ['cut off', PURCHASE.slice(0, -1)],
  ['with more behind it', `${PURCHASE}A`],
  ['with words before it', `x.${PURCHASE}`],
  ['without an id', PURCHASE.slice(ID.length)],
  ['without a signature', ID],
  ['empty', ''],
  ['as long as a page', 'a.'.repeat(50_000)],
])('opens no purchase by a token %s', (_, token) => {
  setKeys()
  expect(readPurchaseToken(token)).toBe(NO_ROW)
})

it('ends no sessions by a token that is too old, has another time or none', () => {
  setKeys()
  expect(readEndSessionsToken(END_SESSIONS, new Date('2027-01-01T09:00:00Z'))).toBeUndefined()
  expect(readEndSessionsToken(END_SESSIONS.replace('1798', '1898'), new Date('2026-12-31'))).toBeUndefined()
  expect(readEndSessionsToken(PURCHASE, new Date('2026-12-31'))).toBeUndefined()
})
