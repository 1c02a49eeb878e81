import { useSignals } from '@preact/signals-react/runtime'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { VOUCHER_FROZEN } from '#contract/money/frozen.ts'
import type { AdminVoucher, VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import { hrefOf, REDEEM_ID, route } from '#islands/admin/router.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { CloseLink, focusEntry } from '#islands/admin/shared/DetailPanel.tsx'
import { longDate, pounds } from '#islands/admin/shared/format.ts'
import { onEscape } from '#islands/admin/shared/on-escape.ts'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { usePanelHeight } from '#islands/admin/shared/use-panel-height.ts'
import { ExtendDialog } from '#islands/admin/vouchers/ExtendDialog.tsx'
import {
  clearRedeemPage,
  code,
  codeError,
  errorMessage,
  foundQuery,
  isRedeeming,
  lastRedemption,
  leaveRedeemPage,
  lookUpMessage,
  redeemedId,
  setCode,
  submitCode,
  undoRedemption,
} from '#islands/admin/vouchers/redeem.store.ts'
import { RedeemForm } from '#islands/admin/vouchers/RedeemForm.tsx'
import { ScanButton } from '#islands/admin/vouchers/ScanButton.tsx'
import { STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { ForAndFrom } from '#islands/admin/vouchers/VoucherItem.tsx'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { Field } from '#ui/Field.tsx'

/** Redeems vouchers, beside the list: first the code, typed or scanned, then the amount. */
export function RedeemPage() {
  useSignals()
  useEffect(() => clearOnNavigation, [])
  useEffect(() => {
    const stopListening = onEscape(leaveRedeemPage)
    return () => {
      stopListening()
      focusEntry(hrefOf('vouchers', REDEEM_ID))
    }
  }, [])
  const panel = useRef<HTMLElement>(null)
  usePanelHeight(panel)
  const query = useQuery(foundQuery.value)
  const voucher = query.data?.voucher
  const id = voucher?.id
  useEffect(() => {
    redeemedId.value = id
    return () => void (redeemedId.value = undefined)
  }, [id])
  // Capitals and hyphens as they are on the voucher.
  useEffect(() => {
    if (voucher) code.value = voucher.voucherCode
  }, [voucher])
  return (
    <section ref={panel} className="side desk mx-auto w-full max-w-[32rem]" aria-label="Redeem">
      <a className="link link-back side-back" href={hrefOf('vouchers')}>
        Gift Vouchers
      </a>
      <div className="entry-head justify-between">
        <h2 className="side-title">Redeem</h2>
        <CloseLink tab="vouchers" />
      </div>
      {!lastRedemption.value && <CodeForm query={query} />}
      {voucher && <FoundVoucher voucher={voucher} />}
      {voucher && lastRedemption.value && <Redeemed voucher={voucher} />}
      {voucher?.status === 'active' && !lastRedemption.value && <RedeemForm voucher={voucher} />}
    </section>
  )
}

/** Resets the page on navigation, but not on remount. */
function clearOnNavigation(): void {
  queueMicrotask(() => route.value.id === REDEEM_ID || clearRedeemPage())
}

function CodeForm({ query: { data, error, isFetching } }: { query: UseQueryResult<VoucherDetail> }) {
  useSignals()
  const formRef = useRef<HTMLFormElement>(null)
  const isFound = data !== undefined
  useEffect(() => {
    if (!isFound || error) formRef.current?.querySelector('input')?.focus()
  }, [isFound, error])

  function lookUp() {
    if (!submitCode()) formRef.current?.querySelector('input')?.focus()
  }

  return (
    <>
      <form
        ref={formRef}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isFetching) lookUp()
        }}
      >
        <Field
          label="Voucher code"
          name="code"
          className="[&>input]:font-[520] [&>input]:tracking-[0.02em]"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          readOnly={isRedeeming.value}
          value={code.value}
          error={codeError.value ?? (error && !isFetching ? lookUpMessage(error) : undefined)}
          hint="Capitals and hyphens do not matter."
          onChange={(event) => setCode(event.target.value)}
        />
        {!isFound && (
          <Button type="submit" pendingLabel={isFetching ? 'Looking...' : undefined}>
            Look up
          </Button>
        )}
      </form>
      {!isFound && (
        <ScanButton
          onRead={(text) => {
            setCode(text)
            lookUp()
          }}
        />
      )}
    </>
  )
}

function Redeemed({ voucher }: { voucher: AdminVoucher }) {
  useSignals()
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <>
      <p ref={message} tabIndex={-1} className="message message-good outline-none">
        <span translate="no">{pounds(lastRedemption.value?.amount ?? '')}</span>
        <span> has been redeemed. </span>
        <span translate="no">{pounds(voucher.currentBalance)}</span>
        <span> is left on the voucher.</span>
      </p>
      <p role="alert" className="empty:hidden">
        {errorMessage.value && (
          <span className="message message-bad block">
            <ExactText>{errorMessage.value}</ExactText>
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          pendingLabel={isRedeeming.value ? 'One moment...' : undefined}
          onClick={() => void undoRedemption(voucher)}
        >
          Undo
        </Button>
        <Button disabled={isRedeeming.value} onClick={clearRedeemPage}>
          Next voucher
        </Button>
      </div>
    </>
  )
}

/** The voucher of the code that was typed or scanned. */
function FoundVoucher({ voucher }: { voucher: AdminVoucher }) {
  useSignals()
  const { label, tone } = STATUS[voucher.status]
  const [isExtending, setExtending] = useState(false)
  return (
    <section className="grid gap-2.5 rounded-edge border border-edge bg-sheet p-5" aria-label="Voucher">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <span>{`${voucher.status === 'active' ? 'until' : 'Last day:'} ${longDate(voucher.expiryDate)}`}</span>
      </p>
      <p className="side-amount" role="status" translate="no">
        {pounds(voucher.currentBalance)}
      </p>
      <p className="wrap-anywhere">
        <ForAndFrom voucher={voucher} />
      </p>
      <a className="link justify-self-start text-small" href={hrefOf('vouchers', voucher.id)}>
        History and details
      </a>
      {voucher.status !== 'active' && (
        <p className="message">
          {voucher.frozenBy ? VOUCHER_FROZEN[voucher.frozenBy] : UNUSABLE_REASONS[voucher.status]}
        </p>
      )}
      {voucher.status === 'expired' && (
        <OwnersOnly>
          <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setExtending(true)}>
            Extend
          </Button>
        </OwnersOnly>
      )}
      {voucher.status === 'expired' && !isOwner.value && <p>Please ask an owner to extend it.</p>}
      {isExtending && (
        <ExtendDialog voucher={voucher} eyebrow={voucher.voucherCode} onClose={() => setExtending(false)} />
      )}
    </section>
  )
}

const UNUSABLE_REASONS: Record<Exclude<AdminVoucher['status'], 'active'>, string> = {
  spent: 'There is nothing left on this voucher.',
  expired: 'This voucher has expired.',
  refunding: 'This voucher is being refunded and cannot be used.',
  refunded: 'This voucher has been refunded and cannot be used.',
  void: 'This voucher has been cancelled.',
  disputed: 'This voucher is frozen while its payment is being looked into.',
}
