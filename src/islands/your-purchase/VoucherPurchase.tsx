import type { PurchasedVoucher } from '#contract/purchases'
import { parsePence, shortPounds } from '#contract/money'
import { purchaseLabels } from '#contract/purchase-number'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PurchaseSummary } from '../checkout/PurchaseSummary.tsx'
import { PrintedReceipt } from '../checkout/PrintedReceipt.tsx'
import { PrintedVoucher } from '../checkout/PrintedVoucher.tsx'
import { usePrintSheets } from '../checkout/print-sheet.ts'
import { VoucherCard } from '../checkout/VoucherCard.tsx'
import { printedTime, printedDay, voucherReceiptFacts } from '../checkout/voucher-facts.ts'
import { AddressForm, DayForm } from './GiftForms.tsx'
import { deliveryOf } from './gift-delivery.ts'
import { editing, outcome, startEditing } from './your-purchase.store.ts'

const STATUSES: Record<PurchasedVoucher['status'], [label: string, badge: string]> = {
  active: ['Ready to use', 'badge-good'],
  spent: ['Used in full', 'badge-off'],
  expired: ['Expired', 'badge-off'],
  refunding: ['Being refunded', 'badge-wait'],
  refunded: ['Refunded', 'badge-off'],
  void: ['Cancelled', 'badge-off'],
  disputed: ['Payment being checked', 'badge-bad'],
}

export function VoucherPurchase({ voucher }: { voucher: PurchasedVoucher }) {
  const [label, badge] = STATUSES[voucher.status]
  return (
    <div className="columns w-full">
      <div className="stack">
        <span className={`badge ${badge}`}>{label}</span>
        <h2>
          Gift voucher for <bdi>{voucher.recipientName}</bdi>
        </h2>
        <VoucherCard
          amount={shortPounds(parsePence(voucher.amount) ?? 0)}
          recipient={voucher.recipientName}
          code={voucher.voucherCode ?? label}
        />
        <Delivery voucher={voucher} />
      </div>
      <div className="panel stack">
        <PurchaseSummary facts={factsOf(voucher)} reference={voucher.reference} />
        <Prints voucher={voucher} />
      </div>
    </div>
  )
}

function factsOf(voucher: PurchasedVoucher): [label: string, value: string][] {
  const { amount, currentBalance, refunded, personalMessage } = voucher
  const [paid, left] = [parsePence(amount) ?? 0, parsePence(currentBalance) ?? 0]
  return [
    [purchaseLabels.voucher, String(voucher.number)],
    ['Amount paid', `£${amount}`],
    ['Left to use', left < paid ? `£${currentBalance} of £${amount}` : `£${currentBalance}`],
    ...((parsePence(refunded) ?? 0) > 0 ? [['Refunded', `£${refunded}`] satisfies [string, string]] : []),
    ['Bought on', printedTime(voucher.paidAt)],
    ['Bought by', `${voucher.buyerName}\n${voucher.buyerEmail}`],
    ['Valid until', printedDay(voucher.expiryDate)],
    ...(personalMessage ? [['Message', personalMessage] satisfies [string, string]] : []),
  ]
}

/** Where the voucher is, and the changes that are still possible. */
function Delivery({ voucher }: { voucher: PurchasedVoucher }) {
  useSignals()
  const { sendOn, canChange } = voucher
  return (
    <>
      <p className="lede wrap-anywhere">{deliveryOf(voucher)}</p>
      <Outcome />
      {canChange && editing.value === 'address' && <AddressForm voucher={voucher} />}
      {canChange && editing.value === 'day' && <DayForm voucher={voucher} />}
      {canChange && editing.value === undefined && (
        <div className="flex w-full flex-wrap gap-3">
          <Button variant="quiet" onClick={() => startEditing('address', voucher)}>
            Change the address
          </Button>
          <Button variant="quiet" onClick={() => startEditing('day', voucher)}>
            {sendOn === undefined ? 'Send it on a day' : 'Change the day, or send now'}
          </Button>
        </div>
      )}
    </>
  )
}

/** What the last change has led to. It takes the focus: the form that had it is gone. */
function Outcome() {
  useSignals()
  const place = useRef<HTMLParagraphElement>(null)
  const said = outcome.value
  useEffect(() => {
    if (said) place.current?.focus()
  }, [said])
  return (
    <p
      ref={place}
      role="status"
      tabIndex={-1}
      className={said ? `message outline-none ${said.isGood ? 'message-good' : ''}` : 'hidden'}
    >
      {said?.text}
    </p>
  )
}

function Prints({ voucher }: { voucher: PurchasedVoucher }) {
  const { chosen, printSheet } = usePrintSheets<'voucher' | 'receipt'>('voucher')
  const { voucherCode } = voucher
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {voucherCode !== undefined && <Button onClick={() => printSheet('voucher')}>Print Voucher</Button>}
        <Button variant="quiet" onClick={() => printSheet('receipt')}>
          Print Receipt
        </Button>
      </div>
      {voucherCode !== undefined && (
        <PrintedVoucher
          voucher={{ ...voucher, voucherCode }}
          amount={voucher.currentBalance}
          isChosen={chosen === 'voucher'}
        />
      )}
      <PrintedReceipt
        facts={voucherReceiptFacts(voucher)}
        reference={voucher.reference}
        isChosen={chosen === 'receipt'}
      />
    </>
  )
}
