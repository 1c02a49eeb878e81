import type { AdminProduct } from '#contract/admin-products'
import { RestockSchema, STOCK_MAX } from '#contract/product-form'
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { safeParse } from 'valibot'
import { fieldErrorsOf } from '../../../lib/api.ts'
import { createForm } from '../../../lib/form.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { focusFirstError } from '../../../ui/focus.ts'
import { failureSentence } from '../shared/error-message.ts'
import { failed, restock } from './admin-products.store.ts'

interface Props {
  product: Pick<AdminProduct, 'id' | 'name' | 'stock'>
  onRestocked: () => Promise<void>
  onClose: () => void
}

/** How many have arrived, and what is then on the shelf. */
export function RestockDialog({ product, onRestocked, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(RestockSchema, { quantity: '' }))
  // One name for as long as the dialog is open and the number is the same: pressed again after a lost answer, it is once.
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { quantity } = form.values.value

  async function put(): Promise<boolean> {
    if (busy || !form.check()) return false
    setBusy(true)
    setFailure(undefined)
    try {
      await restock(product.id, quantity, attempt)
      await onRestocked()
      return true
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      setFailure(failureSentence(error, 'This could not be saved. Please try again: it counts once.'))
      failed('Failed to update product')
      return false
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="Restock" above={product.name} held={busy} onClose={onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          const element = event.currentTarget
          void put().then((done) => (done ? onClose() : focusFirstError(element)))
        }}
      >
        <div className="dialog-body">
          <Field
            label="How many have arrived"
            inputMode="numeric"
            maxLength={String(STOCK_MAX).length}
            value={quantity}
            error={form.errors.value.quantity}
            hint={`On the shelf: ${product.stock}${then(product.stock, quantity)}`}
            onChange={({ target }) => {
              setAttempt(crypto.randomUUID())
              form.type('quantity', target.value)
            }}
          />
        </div>
        <div className="dialog-foot">
          <p role="alert" className="w-full empty:hidden">
            {failure !== undefined && <span className="message message-bad block">{failure}</span>}
          </p>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className="min-w-40" busy={busy ? 'Saving...' : undefined}>
            Restock
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function then(stock: number, quantity: string): string {
  const { success, output } = safeParse(RestockSchema, { quantity })
  return success ? `, then ${stock + output.quantity}` : ''
}
