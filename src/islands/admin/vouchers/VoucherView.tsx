import type { AdminVoucher, VoucherDetail } from '#contract/admin-vouchers.ts'
import { VOUCHER_FROZEN } from '#contract/frozen.ts'
import { purchaseName } from '#contract/purchase-number.ts'
import { DetailPanel, Fact, FactButton } from '#islands/admin/shared/DetailPanel.tsx'
import { isLost } from '#islands/admin/shared/email-labels.ts'
import { longDate, pounds } from '#islands/admin/shared/format.ts'
import { RecordEmails } from '#islands/admin/shared/RecordEmails.tsx'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { CorrectBuyerAddress } from '#islands/admin/vouchers/CorrectBuyerAddress.tsx'
import { startRedeeming } from '#islands/admin/vouchers/redeem.store.ts'
import { addressOf, describeGiftEmail, PAID_BY, STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { VoucherHistory } from '#islands/admin/vouchers/VoucherHistory.tsx'
import { Actions } from '#islands/admin/vouchers/VoucherItem.tsx'
import { openDialog, voucherQuery } from '#islands/admin/vouchers/vouchers.store.ts'
import { PrintedVoucher } from '#islands/checkout/PrintedVoucher.tsx'
import { Button } from '#ui/Button.tsx'

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

function VoucherDetails({ voucher, entries }: VoucherDetail) {
  return (
    <>
      <div className="-mt-2">
        <p className="side-amount" translate="no">
          {pounds(voucher.currentBalance)}
        </p>
        <p className="text-small text-soft">{`left of ${pounds(voucher.originalAmount)}`}</p>
      </div>
      <div className="side-acts">
        {voucher.status === 'active' && (
          <Button className="button-compact side-next" onClick={() => startRedeeming(voucher)}>
            Redeem
          </Button>
        )}
        <Actions voucher={voucher} />
        <Button variant="quiet" className="button-compact" onClick={() => print()}>
          Print Voucher
        </Button>
      </div>
      {voucher.frozenBy && <p className="message message-bad">{VOUCHER_FROZEN[voucher.frozenBy]}</p>}
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
      <PrintedVoucher voucher={voucher} amount={voucher.currentBalance} />
    </>
  )
}

function Facts({ voucher }: { voucher: AdminVoucher }) {
  const {
    recipientName,
    recipientEmail,
    buyerName,
    buyerEmail,
    expiryDate,
    personalMessage,
    paidBy,
    giftEmail,
  } = voucher
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
          {describeGiftEmail(voucher)}
        </span>
        {voucher.status === 'active' && (
          <>
            {!(voucher.isDelivered && addressOf(voucher) === '') && (
              <FactButton onPress={() => (openDialog.value = { name: 'resend', voucher })}>
                Send again
              </FactButton>
            )}
            <FactButton onPress={() => (openDialog.value = { name: 'reissue', voucher })}>Reissue</FactButton>
          </>
        )}
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
          <FactButton onPress={() => (openDialog.value = { name: 'extend', voucher })}>Extend</FactButton>
        )}
      </Fact>
      <Fact label="Paid">
        <span>{PAID_BY[paidBy]}</span>
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
      {personalMessage && (
        <Fact label="Message">
          <span className="whitespace-pre-line">{personalMessage}</span>
        </Fact>
      )}
    </dl>
  )
}
