import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { emailClosing } from '#islands/admin/overview/email-closing.store.ts'
import { createGenerateForm, generateVoucher } from '#islands/admin/vouchers/generate-voucher.store.ts'
import { addressOf, describeGiving, isPrintable } from '#islands/admin/vouchers/voucher-labels.ts'
import {
  openDialog,
  printVoucher,
  takeBackImport,
  takenBack,
  takePrint,
} from '#islands/admin/vouchers/vouchers.store.ts'
import { noteServerTime } from '#lib/server-time.ts'
import { VOUCHER } from '#tests/islands/admin/sample-voucher.ts'
import { answer, LOST } from '#tests/islands/fake-api.ts'
import { currentToast } from '#ui/toast.ts'

const IMPORT_ID = '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a0aa'
const day = addDays(londonDay(new Date()), 30)
const { recipientEmail: _, ...nobodysAddress } = VOUCHER
const onPaper = { ...nobodysAddress, deliverTo: 'print' as const, isDelivered: false }

const filledIn = (more: object = {}) => {
  const form = createGenerateForm()
  form.values.value = {
    ...form.values.value,
    originalAmount: '65',
    paidBy: 'cash',
    recipientName: 'Rose',
    ...more,
  }
  return form
}

beforeEach(() => void vi.stubGlobal('location', { hash: '' }))
afterEach(() => void (openDialog.value = undefined))

describe('Generate Voucher', () => {
  it.each<[string, object, object]>([
    ['no address to print now', { given: 'print' }, {}],
    [
      'no address to print now, whatever was typed before',
      { given: 'print', recipientEmail: 'x', sendOn: 'y' },
      {},
    ],
    ['an address to email now', { given: 'now' }, { recipientEmail: 'Please enter a valid email' }],
    [
      'an address and a day to email on a day',
      { given: 'day' },
      { recipientEmail: 'Please enter a valid email', sendOn: 'Please choose a day, such as 25/12/2026' },
    ],
    [
      'a day that is still to come',
      { given: 'day', recipientEmail: 'a@example.com', sendOn: '2020-01-01' },
      { sendOn: 'That day has passed. Please choose tomorrow or a later day' },
    ],
    [
      'the buyer’s address for a sale by telephone',
      { given: 'print', byPhone: 'yes' },
      { buyerEmail: 'Please enter the buyer’s email, for the receipt with the right to cancel' },
    ],
    [
      'no buyer’s address for a gift, whatever was ticked before',
      { given: 'print', paidBy: 'complimentary', byPhone: 'yes' },
      {},
    ],
  ])('needs %s', (_, more, errors) => {
    noteServerTime(new Response(null, { headers: { date: new Date().toUTCString() } }))
    const form = filledIn(more)
    form.validate()
    expect(form.errors.value).toEqual(errors)
  })

  it.each<[string, object, object, typeof VOUCHER, string]>([
    [
      'the specified request and toast for an email now',
      { given: 'now', recipientEmail: 'r@example.com', sendOn: day },
      { recipientEmail: 'r@example.com' },
      VOUCHER,
      'Gift voucher has been created and emailed to the recipient.',
    ],
    [
      'the day for an email on a day',
      { given: 'day', recipientEmail: 'r@example.com', sendOn: day },
      { recipientEmail: 'r@example.com', sendOn: day },
      { ...VOUCHER, sendOn: '2026-12-25' },
      'We will email the voucher to recipient@example.com on Friday 25 December at 9:00.',
    ],
    [
      'no address for paper',
      { given: 'print', recipientEmail: 'r@example.com' },
      { deliverTo: 'print' },
      onPaper,
      'The voucher is ready to print.',
    ],
    [
      'the buyer’s address for the receipt of paper',
      { given: 'print', buyerEmail: 'b@example.com' },
      { deliverTo: 'print', buyerEmail: 'b@example.com' },
      { ...onPaper, buyerEmail: 'b@example.com' },
      'The voucher is ready to print. The receipt is on its way to b@example.com.',
    ],
    [
      'the tick of a sale by telephone',
      { given: 'print', byPhone: 'yes', buyerEmail: 'b@example.com' },
      { deliverTo: 'print', byPhone: true, buyerEmail: 'b@example.com' },
      { ...onPaper, byPhone: true, buyerEmail: 'b@example.com' },
      'The voucher is ready to print. The receipt is on its way to b@example.com.',
    ],
  ])('has %s', async (_, more, sentMore, voucher, description) => {
    const sent = answer([200, { voucher }])
    expect(await generateVoucher(filledIn(more).values.value, [])).toBeUndefined()
    expect(sent).toEqual([
      {
        originalAmount: '65',
        paidBy: 'cash',
        recipientName: 'Rose',
        buyerName: '',
        buyerEmail: '',
        personalMessage: '',
        customVoucherCode: '',
        requestId: expect.any(String),
        ...sentMore,
      },
    ])
    expect(currentToast.value).toMatchObject({ title: 'Voucher Generated', description })
    expect(takePrint(VOUCHER.id)).toBe(voucher.deliverTo === 'print')
  })

  it('makes one voucher of what is sent again after a lost answer, and two of what was seen in the list', async () => {
    const rose = { ...VOUCHER, id: 'a', recipientName: 'Rose', originalAmount: '65.00' }
    const sent = answer(LOST)
    const generate = (more: object, listed: (typeof VOUCHER)[]) =>
      generateVoucher(filledIn({ given: 'print', ...more }).values.value, listed)
    await generate({ recipientEmail: 'left by another choice' }, [])
    await generate({ originalAmount: '65.00' }, [VOUCHER])
    await generate({}, [rose])
    const [first, again, second] = sent.map(({ requestId }) => requestId)
    expect(again).toBe(first)
    expect(second).not.toBe(first)
  })
})

describe('a voucher that is to be printed', () => {
  it('is printed once, after the dialog is closed', () => {
    openDialog.value = { name: 'generate' }
    printVoucher(VOUCHER)
    expect(takePrint(VOUCHER.id)).toBe(false)
    openDialog.value = undefined
    expect([takePrint(VOUCHER.id), takePrint(VOUCHER.id)]).toEqual([true, false])
  })

  it('is forgotten if another one is opened first', () => {
    printVoucher(VOUCHER)
    expect([takePrint('another'), takePrint(VOUCHER.id)]).toEqual([false, false])
  })
})

it('a voucher on paper goes to no address, even if its buyer has one', () => {
  const voucher = { ...onPaper, buyerEmail: 'b@example.com' }
  expect([addressOf(voucher), describeGiving(voucher)]).toEqual(['', 'On paper. It has not been emailed.'])
})

it.each(['refunding', 'refunded', 'void'] as const)(
  'a voucher that is %s is not worth printing',
  (status) => {
    expect([isPrintable({ ...VOUCHER, status }), isPrintable(VOUCHER)]).toEqual([false, true])
  },
)

it('takeBackImport says what is gone, and leaves the voucher that was open', async () => {
  location.hash = `#vouchers/${VOUCHER.id}`
  answer([200, { count: 60, sum: '3000.00' }])
  await takeBackImport(IMPORT_ID)
  expect(currentToast.value?.description).toBe(
    '60 vouchers worth £3,000.00 have been cancelled. You can import the codes again.',
  )
  expect([takenBack.value, location.hash]).toEqual([IMPORT_ID, '#vouchers'])
})

it('emailClosing sends the closing again when it is asked for again', async () => {
  const sent = answer([200, { queued: true }])
  await emailClosing('2026-11-26')
  await emailClosing('2026-11-26')
  expect(currentToast.value?.description).toContain(
    'The takings for Thursday 26 November 2026 are on their way',
  )
  expect(sent[0]!['requestId']).not.toBe(sent[1]!['requestId'])
})
