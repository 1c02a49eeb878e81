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
import { errorMessage } from '../shared/error-message.ts'
import { notifyError, restock } from './admin-products.store.ts'

interface Props {
  product: Pick<AdminProduct, 'id' | 'name' | 'stock'>
  onRestocked: () => Promise<void>
  onClose: () => void
}

/** Adds a delivery to the stock. */
export function RestockDialog({ product, onRestocked, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(RestockSchema, { quantity: '' }))
  // The idempotency key changes with the quantity, so that a retry after a lost response counts once.
  const [requestId, setAttempt] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { quantity } = form.values.value

  async function submit(): Promise<boolean> {
    if (busy || !form.validate()) return false
    setBusy(true)
    setFailure(undefined)
    try {
      await restock(product.id, quantity, requestId)
      await onRestocked()
      return true
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      setFailure(errorMessage(error, 'This could not be saved. Please try again: it counts once.'))
      notifyError('Failed to update product')
      return false
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="Restock" eyebrow={product.name} locked={busy} onClose={onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          const element = event.currentTarget
          void submit().then((done) => (done ? onClose() : focusFirstError(element)))
        }}
      >
        <div className="dialog-body">
          <Field
            label="How many have arrived"
            inputMode="numeric"
            maxLength={String(STOCK_MAX).length}
            value={quantity}
            error={form.errors.value.quantity}
            hint={`On the shelf: ${product.stock}${stockAfter(product.stock, quantity)}`}
            onChange={({ target }) => {
              setAttempt(crypto.randomUUID())
              form.setValue('quantity', target.value)
            }}
          />
        </div>
        <div className="dialog-foot">
          <p role="alert" className="w-full empty:hidden">
            {failure !== undefined && <span className="message message-bad block">{failure}</span>}
          </p>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className="min-w-40" pendingLabel={busy ? 'Saving...' : undefined}>
            Restock
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function stockAfter(stock: number, quantity: string): string {
  const { success, output } = safeParse(RestockSchema, { quantity })
  return success ? `, then ${stock + output.quantity}` : ''
}
