import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useRef } from 'react'
import type { AdminVoucher, VoucherDetail } from '#contract/admin-vouchers'
import { Button } from '../../../ui/Button.tsx'
import { addressOf } from '../dashboard/place.ts'
import { longDay, pounds } from '../parts/format.ts'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { lookAt, looked } from './detail.state.ts'
import { Ledger } from './Ledger.tsx'
import { openDialog } from './open-dialog.ts'
import { startRedeeming } from './redeem.state.ts'
import { PAID_BY, STATUS } from './words.ts'
import { Actions } from './VoucherItem.tsx'

/** One voucher: beside the list, or a page of its own on a phone. */
export function VoucherView({ id }: { id: string }) {
  useSignals()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    void lookAt(id)
    heading.current?.focus({ preventScroll: matchMedia('(min-width: 60rem)').matches })
  }, [id])
  const here = looked.value
  const detail = here?.name === 'here' && here.id === id ? here.detail : undefined
  return (
    <section className="side voucher-side" aria-label="Voucher">
      <a className="link link-back voucher-back" href={addressOf('vouchers')}>
        Gift Vouchers
      </a>
      <div className="entry-head justify-between">
        <h2 ref={heading} tabIndex={-1} className="voucher-title">
          {detail?.voucher.voucherCode ?? 'Voucher'}
        </h2>
        {detail && (
          <StatusBadge tone={STATUS[detail.voucher.status].tone}>
            {STATUS[detail.voucher.status].words}
          </StatusBadge>
        )}
      </div>
      {detail ? <Detail detail={detail} /> : <Absent id={id} />}
    </section>
  )
}

function Absent({ id }: { id: string }) {
  useSignals()
  switch (looked.value?.name) {
    case 'missing':
      return <p role="alert">There is no such voucher.</p>
    case 'failed':
      return (
        <div className="stack">
          <p role="alert">This voucher could not be loaded. Nothing is lost.</p>
          <Button look="quiet" className="button-compact" onClick={() => void lookAt(id)}>
            Try again
          </Button>
        </div>
      )
    default:
      return (
        <p role="status" className="text-soft">
          Loading the voucher...
        </p>
      )
  }
}

function Detail({ detail: { voucher, entries } }: { detail: VoucherDetail }) {
  return (
    <>
      <div className="-mt-2">
        <p className="voucher-amount">{pounds(voucher.currentBalance)}</p>
        <p className="text-small text-soft">left of {pounds(voucher.originalAmount)}</p>
      </div>
      <div className="voucher-acts">
        {voucher.status === 'active' && (
          <Button
            className="button-compact voucher-redeem"
            onClick={() => startRedeeming({ voucher, entries })}
          >
            Redeem
          </Button>
        )}
        <Actions voucher={voucher} />
      </div>
      <Facts voucher={voucher} />
      <Ledger voucher={voucher} entries={entries} />
      {voucher.status === 'active' && (
        <div className="foot-bar">
          <p>
            <span className="block text-small text-soft">Current balance</span>
            <span className="dialog-total">{pounds(voucher.currentBalance)}</span>
          </p>
          <Button onClick={() => startRedeeming({ voucher, entries })}>Redeem</Button>
        </div>
      )}
    </>
  )
}

function Facts({ voucher }: { voucher: AdminVoucher }) {
  const { recipientName, recipientEmail, buyerName, buyerEmail, expiryDate, personalMessage, paidBy } =
    voucher
  const canExtend = ['active', 'spent', 'expired'].includes(voucher.status)
  return (
    <dl className="voucher-facts">
      <Fact label="Recipient">
        {recipientName}
        <span className="block text-soft">{recipientEmail}</span>
        {voucher.status === 'active' && (
          <FactButton onPress={() => (openDialog.value = { name: 'resend', voucher })}>Send again</FactButton>
        )}
      </Fact>
      {(buyerName ?? buyerEmail) && (
        <Fact label="Buyer">
          {buyerName}
          <span className="block text-soft">{buyerEmail}</span>
        </Fact>
      )}
      <Fact label="Expiry date">
        {longDay(expiryDate)}
        {canExtend && (
          <FactButton onPress={() => (openDialog.value = { name: 'extend', voucher })}>Extend</FactButton>
        )}
      </Fact>
      <Fact label="Paid">
        {PAID_BY[paidBy]}
        {voucher.reference && <span className="block text-small text-soft">{voucher.reference}</span>}
      </Fact>
      {personalMessage && (
        <Fact label="Message">
          <span className="whitespace-pre-line">{personalMessage}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function FactButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <span className="block">
      <button type="button" className="text-button" onClick={onPress}>
        {children}
      </button>
    </span>
  )
}
