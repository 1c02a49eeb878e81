import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { safeParse } from 'valibot'
import type { AdminProduct } from '#contract/products/admin-products.ts'
import { RestockSchema } from '#contract/products/product-form.ts'
import { restock } from '#islands/admin/products/admin-products.store.ts'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  product: Pick<AdminProduct, 'id' | 'name' | 'stock'>
  onClose: () => void
}

/** Adds a delivery to the stock. */
export function RestockDialog({ product, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(RestockSchema, { quantity: '' }))
  const [shown] = useState(product)
  const { quantity } = form.values.value

  return (
    <FormDialog
      title="Restock"
      eyebrow={product.name}
      form={form}
      submitLabel="Restock"
      pendingLabel="Saving..."
      cancelLabel="Cancel"
      onSubmit={() =>
        sendOnce({ restocked: shown, quantity }, (requestId) => restock(product.id, quantity, requestId))
      }
      onClose={onClose}
    >
      <Field
        label="How many have arrived"
        inputMode="numeric"
        hint={`In stock now: ${product.stock}${stockAfter(product.stock, quantity)}`}
        {...form.field('quantity')}
      />
    </FormDialog>
  )
}

function stockAfter(stock: number, quantity: string): string {
  const { success, output } = safeParse(RestockSchema, { quantity })
  return success ? `. After restocking: ${stock + output.quantity}` : ''
}
