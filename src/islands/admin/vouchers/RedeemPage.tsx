import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { addressOf } from '../router.ts'
import { pounds } from '../shared/format.ts'
import { TakeOff } from './RedeemForm.tsx'
import {
  clearDesk,
  code,
  codeError,
  failure,
  find,
  finding,
  found,
  redeeming,
  taken,
  typeCode,
  undoTaken,
} from './redeem.store.ts'
import { FoundVoucher } from './FoundVoucher.tsx'
import { Scan } from './Scan.tsx'

/** The desk: a code, typed or scanned, then how much to take off. */
export function RedeemPage() {
  useSignals()
  useEffect(() => clearDeskLater, [])
  return (
    <div className="desk">
      <a className="link link-back justify-self-start" href={addressOf('vouchers')}>
        Gift Vouchers
      </a>
      <h1>Redeem</h1>
      {!taken.value && <CodeForm />}
      {found.value && <FoundVoucher voucher={found.value.voucher} />}
      {taken.value && <Taken />}
      {found.value?.voucher.status === 'active' && !taken.value && <TakeOff />}
    </div>
  )
}

/** Whoever leaves the desk finds it empty next time; a redraw is no leaving. */
function clearDeskLater(): void {
  queueMicrotask(() => location.hash.endsWith('/redeem') || clearDesk())
}

function CodeForm() {
  useSignals()
  const input = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!found.value) input.current?.querySelector('input')?.focus()
  }, [])

  async function look() {
    if (!(await find())) input.current?.querySelector('input')?.focus()
  }

  return (
    <>
      <form
        ref={input}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!finding.value) void look()
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
          onChange={(event) => typeCode(event.target.value)}
        />
        {!found.value && (
          <Button type="submit" busy={finding.value ? 'Looking...' : undefined}>
            Look up
          </Button>
        )}
      </form>
      {!found.value && (
        <Scan
          onRead={(text) => {
            typeCode(text)
            void look()
          }}
        />
      )}
    </>
  )
}

function Taken() {
  useSignals()
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <>
      <p ref={message} tabIndex={-1} className="message message-good outline-none">
        {pounds(taken.value?.amount ?? '')} taken off. {pounds(found.value?.voucher.currentBalance ?? '')}{' '}
        left on the voucher.
      </p>
      <p role="alert" className="empty:hidden">
        {failure.value && <span className="message message-bad block">{failure.value}</span>}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          look="quiet"
          busy={redeeming.value ? 'One moment...' : undefined}
          onClick={() => void undoTaken()}
        >
          Undo
        </Button>
        <Button onClick={clearDesk}>Next voucher</Button>
      </div>
    </>
  )
}
