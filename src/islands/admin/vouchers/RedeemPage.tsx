import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { hrefOf } from '../router.ts'
import { pounds } from '../shared/format.ts'
import { RedeemForm } from './RedeemForm.tsx'
import {
  clearRedeemPage,
  code,
  codeError,
  errorMessage,
  findVoucher,
  isLooking,
  found,
  isRedeeming,
  lastRedemption,
  setCode,
  undoRedemption,
} from './redeem.store.ts'
import { FoundVoucher } from './FoundVoucher.tsx'
import { ScanButton } from './Scan.tsx'

/** The desk: a code, typed or scanned, then how much to take off. */
export function RedeemPage() {
  useSignals()
  useEffect(() => clearOnNavigation, [])
  return (
    <div className="desk">
      <a className="link link-back justify-self-start" href={hrefOf('vouchers')}>
        Gift Vouchers
      </a>
      <h1>Redeem</h1>
      {!lastRedemption.value && <CodeForm />}
      {found.value && <FoundVoucher voucher={found.value.voucher} />}
      {lastRedemption.value && <Redeemed />}
      {found.value?.voucher.status === 'active' && !lastRedemption.value && <RedeemForm />}
    </div>
  )
}

/** Whoever leaves the desk finds it empty next time; a redraw is no leaving. */
function clearOnNavigation(): void {
  queueMicrotask(() => location.hash.endsWith('/redeem') || clearRedeemPage())
}

function CodeForm() {
  useSignals()
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!found.value) formRef.current?.querySelector('input')?.focus()
  }, [])

  async function lookUp() {
    if (!(await findVoucher())) formRef.current?.querySelector('input')?.focus()
  }

  return (
    <>
      <form
        ref={formRef}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isLooking.value) void lookUp()
        }}
      >
        <Field
          label="Voucher code"
          name="code"
          className="voucher-code-field"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="search"
          value={code.value}
          error={codeError.value}
          hint="Capitals and hyphens do not matter."
          onChange={(event) => setCode(event.target.value)}
        />
        {!found.value && (
          <Button type="submit" pendingLabel={isLooking.value ? 'Looking...' : undefined}>
            Look up
          </Button>
        )}
      </form>
      {!found.value && (
        <ScanButton
          onRead={(text) => {
            setCode(text)
            void lookUp()
          }}
        />
      )}
    </>
  )
}

function Redeemed() {
  useSignals()
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <>
      <p ref={message} tabIndex={-1} className="message message-good outline-none">
        {pounds(lastRedemption.value?.amount ?? '')} taken off.{' '}
        {pounds(found.value?.voucher.currentBalance ?? '')} left on the voucher.
      </p>
      <p role="alert" className="empty:hidden">
        {errorMessage.value && <span className="message message-bad block">{errorMessage.value}</span>}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          pendingLabel={isRedeeming.value ? 'One moment...' : undefined}
          onClick={() => void undoRedemption()}
        >
          Undo
        </Button>
        <Button onClick={clearRedeemPage}>Next voucher</Button>
      </div>
    </>
  )
}
