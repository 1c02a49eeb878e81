import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { parsePence, shortPounds } from '#contract/base/money.ts'
import { purchaseLabels } from '#contract/purchases/purchase-number.ts'
import type { PurchasedVoucher } from '#contract/purchases/purchases.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { FROM_THE_EMAIL } from '#islands/checkout/print-page.ts'
import { usePrintSheets, voucherTitles } from '#islands/checkout/print-sheet.ts'
import { PurchaseSummary } from '#islands/checkout/PurchaseSummary.tsx'
import { printedDay, printedTime } from '#islands/checkout/voucher-facts.ts'
import { VoucherCard } from '#islands/checkout/VoucherCard.tsx'
import { VOUCHER_BADGES, VoucherStatus } from '#islands/checkout/VoucherStatus.tsx'
import { BuyerEmailOfPurchase } from '#islands/your-purchase/BuyerEmailOfPurchase.tsx'
import { describeDelivery, isUndelivered } from '#islands/your-purchase/gift-delivery.ts'
import { PurchaseCancellation } from '#islands/your-purchase/PurchaseCancellation.tsx'
import {
  editing,
  outcome,
  possibleChanges,
  type GiftChange,
} from '#islands/your-purchase/your-purchase.store.ts'
import { Button } from '#ui/Button.tsx'
import { loadPart } from '#ui/load-part.ts'

type Forms = typeof import('#islands/your-purchase/GiftForms.tsx')

export function VoucherPurchase({ voucher }: { voucher: PurchasedVoucher }) {
  const [forms, setForms] = useState<Forms>()
  const changes = <Changes {...{ voucher, forms, setForms }} />
  const isLost = isUndelivered(voucher)
  return (
    <div className="columns w-full">
      <div className="stack">
        {isLost && <NotArrived voucher={voucher} />}
        {isLost && changes}
        <VoucherStatus
          voucher={voucher}
          label={
            voucher.cancellation
              ? 'Cancelled'
              : voucher.isUsed && voucher.status === 'active'
                ? 'In use'
                : undefined
          }
        />
        <VoucherCard
          amount={shortPounds(parsePence(voucher.amount) ?? 0)}
          recipient={voucher.recipientName}
          code={voucher.voucherCode}
          note={voucher.cancellation ? 'Cancelled' : VOUCHER_BADGES[voucher.status][0]}
        />
        {!isLost && !voucher.cancellation && <Delivery voucher={voucher} />}
        {!isLost && changes}
        <PurchaseCancellation purchase={voucher} />
      </div>
      <div className="panel stack">
        <PurchaseSummary facts={factsOf(voucher)} reference={voucher.reference} />
        <BuyerEmailOfPurchase purchase={voucher} />
        <Prints voucher={voucher} />
      </div>
    </div>
  )
}

function factsOf(voucher: PurchasedVoucher): [label: string, value: string][] {
  const { amount, refunded, personalMessage } = voucher
  return [
    [purchaseLabels.voucher, String(voucher.number)],
    ['Amount paid', `£${amount}`],
    ...useOf(voucher),
    ...((parsePence(refunded) ?? 0) > 0 ? [['Refunded', `£${refunded}`] satisfies [string, string]] : []),
    ['Bought on', printedTime(voucher.paidAt)],
    ['Bought by', `${voucher.buyerName}\n${voucher.buyerEmail}`],
    ...(voucher.cancellation
      ? []
      : [['Valid until', printedDay(voucher.expiryDate)] satisfies [string, string]]),
    ...(personalMessage ? [['Message', personalMessage] satisfies [string, string]] : []),
  ]
}

/** What the buyer may know of its use: what cancelling would pay back, and later whether some was used. */
function useOf({ status, refundableAmount, isUsed }: PurchasedVoucher): [label: string, value: string][] {
  if (refundableAmount !== undefined) return [['Paid back if you cancel', `£${refundableAmount}`]]
  if (status !== 'active' && status !== 'expired') return []
  return [['Used', isUsed ? 'Some or all of it' : 'Not yet']]
}

interface Props {
  voucher: PurchasedVoucher
}

/** Says that the email with the voucher came back or never left. */
function NotArrived({ voucher }: Props) {
  return (
    <div className="message message-bad wrap-anywhere">
      <strong className="block">The voucher has not arrived</strong>
      <Whereabouts voucher={voucher} />
      <span className="block">The voucher is safe, and you can print it here at any time.</span>
    </div>
  )
}

function Delivery({ voucher }: Props) {
  return (
    <p className="lede wrap-anywhere">
      <Whereabouts voucher={voucher} />
    </p>
  )
}

function Whereabouts({ voucher }: Props) {
  const delivery = describeDelivery(voucher)
  return (
    delivery && (
      <>
        <span>{delivery.before}</span> <bdi translate="no">{delivery.address}</bdi>
        <span>{delivery.after}</span>
      </>
    )
  )
}

interface ChangesProps extends Props {
  forms: Forms | undefined
  setForms: (forms: Forms) => void
}

/** The changes that are still possible, or the form of one of them. */
function Changes({ voucher, forms, setForms }: ChangesProps) {
  useSignals()
  const { value: edited } = editing
  // The button of a form that was cancelled gets the focus back. After a change, `Outcome` takes it.
  const last = useRef<GiftChange>(undefined)
  useEffect(() => {
    const isCancelled = edited === undefined && outcome.value === undefined
    if (isCancelled && last.current) document.getElementById(`change-${last.current}`)?.focus()
    last.current = edited
  }, [edited])
  async function edit(what: GiftChange) {
    const [loaded, { startEditing }] = await loadPart(() =>
      Promise.all([
        import('#islands/your-purchase/GiftForms.tsx'),
        import('#islands/your-purchase/gift-changes.store.ts'),
      ]),
    )
    setForms(loaded)
    startEditing(what, voucher)
  }
  return (
    <>
      <Outcome />
      {forms && edited !== undefined && possibleChanges(voucher)[edited] ? (
        <forms.GiftForms voucher={voucher} />
      ) : (
        <ChangeButtons {...{ voucher, edit }} />
      )}
    </>
  )
}

interface ChangeButtonsProps extends Props {
  /** Opens the form of a change. */
  edit: (what: GiftChange) => Promise<void>
}

function ChangeButtons({ voucher, edit }: ChangeButtonsProps) {
  const possible = possibleChanges(voucher)
  const isLost = isUndelivered(voucher)
  return (
    <>
      {(possible.address || possible.day) && (
        <div className="flex w-full flex-wrap gap-3">
          {possible.address && (
            <LoadingButton
              variant={isLost ? 'primary' : 'quiet'}
              id="change-address"
              load={() => edit('address')}
            >
              {isLost ? 'Correct the address' : 'Change the address'}
            </LoadingButton>
          )}
          {possible.day && (
            <LoadingButton variant="quiet" id="change-day" load={() => edit('day')}>
              {voucher.sendOn === undefined ? 'Choose a day to send it' : 'Change the day, or send now'}
            </LoadingButton>
          )}
        </div>
      )}
      {possible.code && (
        <>
          <p>Did the voucher go to the wrong person? We can replace it with one that has a new code.</p>
          <LoadingButton variant="quiet" id="change-code" load={() => edit('code')}>
            Replace the voucher
          </LoadingButton>
        </>
      )}
      {voucher.heldUntil !== undefined && (
        <p>
          <span>{heldSentence(voucher.heldUntil)}</span> <ClinicPhoneLink />.
        </p>
      )}
      {isForRinging(voucher) && (
        <p>
          <span>{isLost ? RING_UNDELIVERED : RING}</span> <ClinicPhoneLink />.
        </p>
      )}
    </>
  )
}

const heldSentence = (until: string) =>
  `We have recently changed your email address. To keep the voucher safe, it can be changed here from ${printedTime(until)} on. If it is urgent, please ring us on`
const RING_UNDELIVERED = 'To put this right, please ring us on'
const RING = 'You can no longer change the address here. If something is not right, please ring us on'

/** Returns whether a voucher that can be used went wrong, or may have, and the buyer cannot put that right here. */
function isForRinging(voucher: PurchasedVoucher): boolean {
  const { status, deliverTo, giftEmail, canCorrect, canReissue, heldUntil } = voucher
  if (
    status !== 'active' ||
    canCorrect ||
    canReissue ||
    heldUntil !== undefined ||
    giftEmail?.state === 'sending'
  )
    return false
  return deliverTo === 'recipient' || isUndelivered(voucher)
}

interface LoadingButtonProps {
  variant?: 'primary' | 'quiet'
  id?: string
  /** Loads and opens something. May reject; pressing again tries again. */
  load: () => Promise<void>
  children: ReactNode
}

/** A button whose code is loaded with its first press, so that a purchase that is only looked at shows sooner. */
function LoadingButton({ variant = 'primary', id, load, children }: LoadingButtonProps) {
  const [isLoading, setLoading] = useState(false)
  async function press() {
    setLoading(true)
    outcome.value = undefined
    try {
      await load()
    } catch {
      const text = 'We could not load this part of the page. Please try again, or reload the page.'
      outcome.value = { text, isGood: false, needsReload: true }
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button
      id={id}
      variant={variant}
      pendingLabel={isLoading ? 'One moment...' : undefined}
      onClick={() => void press()}
    >
      {children}
    </Button>
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
      <span>{said?.text}</span>
      {said?.needsReload && (
        <Button variant="quiet" className="mt-3 block" onClick={() => location.reload()}>
          Reload
        </Button>
      )}
    </p>
  )
}

const loadSheets = () => loadPart(() => import('#islands/your-purchase/VoucherSheets.tsx'))

function Prints({ voucher }: { voucher: PurchasedVoucher }) {
  const hasCode = voucher.voucherCode !== undefined
  const { chosen, printSheet } = usePrintSheets(
    hasCode ? 'voucher' : 'receipt',
    voucherTitles(voucher),
    FROM_THE_EMAIL,
  )
  const [sheets, setSheets] = useState<typeof import('#islands/your-purchase/VoucherSheets.tsx')>()
  async function print(sheet: 'voucher' | 'receipt') {
    const loaded = await loadSheets()
    await printSheet(sheet, () => setSheets(loaded))
  }
  useEffect(() => {
    // For the browser's own Print. If they cannot be loaded now, a press of a button tries again.
    loadSheets().then(setSheets, () => {})
  }, [])
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {hasCode && <LoadingButton load={() => print('voucher')}>Print Voucher</LoadingButton>}
        <LoadingButton variant="quiet" load={() => print('receipt')}>
          Print Receipt
        </LoadingButton>
      </div>
      {sheets && <sheets.VoucherSheets voucher={voucher} chosen={chosen} />}
    </>
  )
}
