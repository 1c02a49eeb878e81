import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent } from 'react'
import { VOUCHER_FROZEN } from '#contract/money/frozen.ts'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import type { AdminVoucher, VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import { describeVoucherCancelling } from '#islands/admin/cancellations/cancellation-labels.ts'
import { CancellationPanel } from '#islands/admin/cancellations/CancellationPanel.tsx'
import { RecordCancellation } from '#islands/admin/cancellations/RecordCancellation.tsx'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { DetailPanel, Fact, FactButton } from '#islands/admin/shared/DetailPanel.tsx'
import { isLost } from '#islands/admin/shared/email-labels.ts'
import { longDate, pounds } from '#islands/admin/shared/format.ts'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { RecordEmails } from '#islands/admin/shared/RecordEmails.tsx'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { CorrectBuyerAddress } from '#islands/admin/vouchers/CorrectBuyerAddress.tsx'
import { HolderEmails } from '#islands/admin/vouchers/HolderEmails.tsx'
import { startRedeeming } from '#islands/admin/vouchers/redeem.store.ts'
import {
  addressOf,
  describeGiving,
  isPrintable,
  PAID_BY,
  plannedDay,
  STATUS,
} from '#islands/admin/vouchers/voucher-labels.ts'
import { VoucherHistory } from '#islands/admin/vouchers/VoucherHistory.tsx'
import { VoucherActions } from '#islands/admin/vouchers/VoucherItem.tsx'
import { openDialog, takePrint, voucherQuery } from '#islands/admin/vouchers/vouchers.store.ts'
import { usePrintSheets, voucherTitles } from '#islands/checkout/print-sheet.ts'
import { PrintedReceipt } from '#islands/checkout/PrintedReceipt.tsx'
import { PrintedVoucher } from '#islands/checkout/PrintedVoucher.tsx'
import { voucherReceiptFacts } from '#islands/checkout/voucher-facts.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

export function VoucherView({ id }: { id: string }) {
  return (
    <DetailPanel
      tab="vouchers"
      kind="voucher"
      id={id}
      query={voucherQuery(id)}
      title={({ voucher }) => voucher.voucherCode}
      badges={badges}
    >
      {(item) => <VoucherDetails {...item} />}
    </DetailPanel>
  )
}

const badges = ({ voucher: { status } }: VoucherDetail) => (
  <StatusBadge tone={STATUS[status].tone}>{STATUS[status].label}</StatusBadge>
)

function VoucherDetails({ voucher, entries, cancellation, canRecordCancellation }: VoucherDetail) {
  const { chosen, printSheet } = usePrintSheets('voucher', voucherTitles(voucher))
  const hasSheet = isPrintable(voucher)
  const isPaidHere = voucher.paidBy !== 'complimentary' && voucher.paidBy !== 'imported'
  const printNow = useEffectEvent(() => void printSheet('voucher'))
  useEffect(
    () =>
      effect(() => {
        // Later: React renders nothing synchronously from within an effect.
        if (takePrint(voucher.id)) queueMicrotask(printNow)
      }),
    [voucher.id],
  )
  return (
    <>
      <div className="-mt-2">
        <p className="side-amount" translate="no">
          {pounds(voucher.currentBalance)}
        </p>
        <p className="text-small text-soft">
          <ExactText>{`left of ${pounds(voucher.originalAmount)}`}</ExactText>
        </p>
      </div>
      <div className="side-acts">
        {voucher.status === 'active' && (
          <Button className="button-compact side-next" onClick={() => startRedeeming(voucher)}>
            Redeem
          </Button>
        )}
        <VoucherActions voucher={voucher} />
        {hasSheet && (
          <Button variant="quiet" className="button-compact" onClick={() => void printSheet('voucher')}>
            Print Voucher
          </Button>
        )}
        {isPaidHere && (
          <Button variant="quiet" className="button-compact" onClick={() => void printSheet('receipt')}>
            Print Receipt
          </Button>
        )}
        {canRecordCancellation && (
          <RecordCancellation
            id={voucher.id}
            eyebrow={voucher.voucherCode}
            effect={describeVoucherCancelling(voucher)}
            cancelLabel="Keep the voucher"
          />
        )}
      </div>
      {voucher.frozenBy && <p className="message message-bad">{VOUCHER_FROZEN[voucher.frozenBy]}</p>}
      {cancellation && <CancellationPanel cancellation={cancellation} eyebrow={voucher.voucherCode} />}
      <Facts voucher={voucher} />
      <VoucherHistory voucher={voucher} entries={entries} />
      <RecordEmails id={voucher.id} />
      {voucher.status === 'active' && (
        <div className="foot-bar">
          <p>
            <span className="block text-small text-soft">Current balance</span>
            <span className="dialog-total" translate="no">
              {pounds(voucher.currentBalance)}
            </span>
          </p>
          <Button onClick={() => startRedeeming(voucher)}>Redeem</Button>
        </div>
      )}
      {hasSheet && (
        <PrintedVoucher voucher={voucher} amount={voucher.currentBalance} isChosen={chosen === 'voucher'} />
      )}
      {isPaidHere && (
        <PrintedReceipt
          facts={receiptFacts(voucher)}
          reference={voucher.reference}
          isChosen={chosen === 'receipt'}
        />
      )}
    </>
  )
}

function receiptFacts(voucher: AdminVoucher) {
  const { originalAmount: amount, timestamp: paidAt, paidBy } = voucher
  const facts = voucherReceiptFacts({ ...voucher, amount, paidAt })
  return paidBy === 'online' ? facts : [...facts, ['Paid', PAID_BY[paidBy]] satisfies [string, string]]
}

function Facts({ voucher }: { voucher: AdminVoucher }) {
  const { recipientName, recipientEmail, buyerName, buyerEmail, expiryDate, paidBy, importId, giftEmail } =
    voucher
  const canExtend = ['active', 'spent', 'expired'].includes(voucher.status)
  return (
    <dl className="side-facts">
      <Fact label="Recipient">
        <bdi translate="no">{recipientName}</bdi>
        {recipientEmail ? (
          <span className="block text-soft" translate="no">
            {recipientEmail}
          </span>
        ) : (
          voucher.deliverTo === 'buyer' && (
            <span className="block text-soft">The voucher goes to the buyer, who will print it.</span>
          )
        )}
        <span className={giftEmail && isLost(giftEmail) ? 'block font-medium text-bad' : 'block text-soft'}>
          {describeGiving(voucher)}
        </span>
        {voucher.status === 'active' && <GivingActions voucher={voucher} />}
      </Fact>
      {(buyerName ?? buyerEmail) && (
        <Fact label="Buyer">
          <bdi translate="no">{buyerName}</bdi>
          <span className="block text-soft" translate="no">
            {buyerEmail}
          </span>
          {buyerEmail && <CorrectBuyerAddress voucher={voucher} buyerEmail={buyerEmail} />}
        </Fact>
      )}
      <Fact label="Expiry date">
        <span>{longDate(expiryDate)}</span>
        {canExtend && (
          <OwnersOnly>
            <FactButton onPress={() => (openDialog.value = { name: 'extend', voucher })}>Extend</FactButton>
          </OwnersOnly>
        )}
      </Fact>
      {voucher.status === 'active' && (
        <OwnersOnly>
          <HolderEmails voucher={voucher} />
        </OwnersOnly>
      )}
      <Fact label="Paid">
        <span>{PAID_BY[paidBy]}</span>
        {voucher.byPhone && <span className="block">Sold by telephone</span>}
        {importId && (
          <OwnersOnly>
            <FactButton onPress={() => (openDialog.value = { name: 'take-back', importId })}>
              Undo the import
            </FactButton>
          </OwnersOnly>
        )}
        {voucher.number && (
          <span className="block" translate="no">
            {purchaseName('voucher', voucher.number)}
          </span>
        )}
        {voucher.reference && (
          <span className="block text-small text-soft" translate="no">
            {voucher.reference}
          </span>
        )}
      </Fact>
      {voucher.personalMessage && (
        <Fact label="Message">
          <span className="whitespace-pre-line">{voucher.personalMessage}</span>
        </Fact>
      )}
    </dl>
  )
}

/** Emails the voucher, or gives it a new code. */
function GivingActions({ voucher }: { voucher: AdminVoucher }) {
  useSignals()
  const isOnPaper = voucher.deliverTo === 'print'
  // Staff send it again where it was sent.
  const canSend = isOwner.value || (!isOnPaper && plannedDay(voucher) === undefined)
  const open = (newCode: boolean) => (openDialog.value = { name: 'send', voucher, newCode })
  return (
    <>
      {canSend && (isOnPaper || !(voucher.isDelivered && addressOf(voucher) === '')) && (
        <FactButton onPress={() => open(false)}>{isOnPaper ? 'Email it' : 'Send again'}</FactButton>
      )}
      <OwnersOnly>
        <FactButton onPress={() => open(true)}>Reissue</FactButton>
      </OwnersOnly>
    </>
  )
}
