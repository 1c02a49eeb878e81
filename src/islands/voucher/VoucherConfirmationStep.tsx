import { useState } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { parsePence, shortPounds } from '#contract/base/money.ts'
import type { BoughtBy } from '#contract/purchases/bought-by.ts'
import { purchaseLabels } from '#contract/purchases/purchase-number.ts'
import type { Purchased } from '#contract/purchases/purchases.ts'
import type { BoughtVoucher } from '#contract/vouchers/vouchers.ts'
import { BuyerEmail } from '#islands/checkout/BuyerEmail.tsx'
import { FOLLOWING_TITLES, PendingDeliveryStep } from '#islands/checkout/PendingDeliveryStep.tsx'
import { FROM_THE_EMAIL } from '#islands/checkout/print-page.ts'
import { usePrintSheets, voucherTitles } from '#islands/checkout/print-sheet.ts'
import { PrintedReceipt } from '#islands/checkout/PrintedReceipt.tsx'
import { PrintedVoucher } from '#islands/checkout/PrintedVoucher.tsx'
import { PurchaseSummary } from '#islands/checkout/PurchaseSummary.tsx'
import { printedDay, printedTime, sendTime, voucherReceiptFacts } from '#islands/checkout/voucher-facts.ts'
import { VoucherCard } from '#islands/checkout/VoucherCard.tsx'
import { VOUCHER_BADGES, VoucherStatus } from '#islands/checkout/VoucherStatus.tsx'
import { checkout, createAnother, type VoucherStep } from '#islands/voucher/voucher.store.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

type Paid = Extract<VoucherStep, { name: 'success' | 'following' }>

export function VoucherConfirmationStep({ at }: { at: Paid }) {
  return at.name === 'success' ? <Confirmation voucher={at.bought} /> : <PendingDelivery at={at} />
}

/** What was bought. A tab that was kept shows what has become of the voucher since. */
function Confirmation({ voucher }: { voucher: BoughtVoucher }) {
  const isActive = voucher.status === 'active'
  const { chosen, printSheet } = usePrintSheets(
    isActive ? 'voucher' : 'receipt',
    voucherTitles(voucher),
    FROM_THE_EMAIL,
  )
  const isDisputed = voucher.status === 'disputed'
  const facts: [label: string, value: string][] = [
    ['Amount paid', `£${voucher.amount}`],
    ...(voucher.number ? [[purchaseLabels.voucher, String(voucher.number)] satisfies [string, string]] : []),
    ['Buyer', voucher.buyerName],
    ['Recipient', voucher.recipientName],
    ['Valid until', printedDay(voucher.expiryDate)],
    ['Transaction time', printedTime(voucher.timestamp)],
  ]
  return (
    <>
      <div className="columns w-full">
        <div className="stack">
          {isActive || isDisputed ? (
            <>
              <span className="badge badge-good">Paid</span>
              <h2>Payment Successful!</h2>
              <p className="lede wrap-anywhere">
                <ExactText>{isDisputed ? HELD_BACK : arrivalOf(voucher)}</ExactText>
              </p>
            </>
          ) : (
            <VoucherStatus voucher={voucher} />
          )}
          <VoucherCard
            amount={shortPounds(parsePence(voucher.amount) ?? 0)}
            recipient={voucher.recipientName}
            code={isActive ? voucher.voucherCode : undefined}
            note={VOUCHER_BADGES[voucher.status][0]}
          />
        </div>
        <div className="stack">
          <div className="panel stack">
            {isActive && (
              <div>
                <p className="text-label text-soft">Voucher code</p>
                <p className="code" translate="no">
                  {voucher.voucherCode}
                </p>
                <GiveAway voucher={voucher} />
              </div>
            )}
            {/* A name that was erased is ''. */}
            <PurchaseSummary facts={facts.filter(([, value]) => value)} reference={voucher.reference} />
            {(isActive || isDisputed) && (
              <p className="message message-good">
                <strong className="block">Email Confirmations Sent</strong>
                <span className="text-small">
                  {isDisputed ? 'One to you with the receipt.' : emailsOf(voucher)}
                </span>
              </p>
            )}
            {voucher.boughtBy && (
              <BuyerEmail
                boughtBy={voucher.boughtBy}
                voucherCode={isActive ? voucher.voucherCode : undefined}
                onChanged={showChangedEmail}
              />
            )}
            <div className="flex flex-wrap gap-3">
              {isActive && <Button onClick={() => void printSheet('voucher')}>Print Voucher</Button>}
              <Button variant="quiet" onClick={() => void printSheet('receipt')}>
                Print Receipt
              </Button>
              <Button variant="quiet" onClick={createAnother}>
                Create Another Voucher
              </Button>
            </div>
          </div>
        </div>
      </div>
      {isActive && (
        <PrintedVoucher voucher={voucher} amount={voucher.currentBalance} isChosen={chosen === 'voucher'} />
      )}
      <PrintedReceipt
        facts={voucherReceiptFacts({ ...voucher, paidAt: voucher.timestamp })}
        reference={voucher.reference}
        isChosen={chosen === 'receipt'}
      />
    </>
  )
}

/** Shows where emails go now. A voucher that may lie in the former mailbox has a new code. */
function showChangedEmail(boughtBy: BoughtBy, purchase: Purchased): void {
  const { voucherCode } = purchase.kind === 'voucher' ? purchase : {}
  checkout.changeBought({ boughtBy, ...(voucherCode !== undefined && { voucherCode }) })
}

/** Copies the code, and shares the voucher's words without it where the browser can. */
function GiveAway({ voucher }: { voucher: BoughtVoucher }) {
  const [copied, setCopied] = useState<string>()
  async function copy() {
    try {
      await navigator.clipboard.writeText(voucher.voucherCode)
      setCopied('Copied')
    } catch {
      // Without HTTPS, or where the buyer forbids it.
      setCopied('Please select the code and copy it.')
    }
  }
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <button type="button" className="text-button min-h-target" onClick={() => void copy()}>
        Copy code
      </button>
      {typeof navigator.share === 'function' && (
        <button type="button" className="text-button min-h-target" onClick={() => void share(voucher)}>
          Share
        </button>
      )}
      <span role="status" className="text-small text-soft">
        {copied && <span>{copied}</span>}
      </span>
    </p>
  )
}

/** Without the code, which is as good as money. */
async function share({ amount, recipientName, expiryDate }: BoughtVoucher): Promise<void> {
  const gift = `Gift voucher${recipientName && ` for ${recipientName}`}: ${shortPounds(parsePence(amount) ?? 0)}`
  const text = `${gift} for any treatment at ${clinic.name}, valid until ${printedDay(expiryDate)}.`
  // It rejects when the person closes its window.
  await navigator.share({ title: 'Gift voucher', text, url: location.origin }).catch(() => undefined)
}

const HELD_BACK =
  'Your payment is being checked, so the voucher cannot be used at the moment. If you have any questions, please ring us.'

/** Says when and to whom the voucher goes. */
function arrivalOf({ deliverTo, recipientEmail = '', sendOn }: BoughtVoucher): string {
  if (deliverTo === 'buyer')
    return 'We are emailing the voucher only to you. You can print it here or forward that email.'
  return sendOn === undefined
    ? `The voucher is on its way to ${recipientEmail}.`
    : `We will email the voucher to ${recipientEmail} on ${sendTime(sendOn)}.`
}

function emailsOf({ deliverTo, sendOn }: BoughtVoucher): string {
  if (deliverTo === 'buyer')
    return 'One to you with the receipt, and another with the voucher, which you can forward.'
  return sendOn === undefined
    ? 'One to you with the receipt, and one to the recipient with the voucher.'
    : `One to you with the receipt. The one to the recipient will follow on ${sendTime(sendOn)}.`
}

function PendingDelivery({ at }: { at: Extract<VoucherStep, { name: 'following' }> }) {
  return (
    <div className="columns w-full">
      <div className="stack">
        <h2>{FOLLOWING_TITLES[at.reason]}</h2>
        <PendingDeliveryStep at={at} checkout={checkout} />
      </div>
    </div>
  )
}
