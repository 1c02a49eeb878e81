import { useSignals } from '@preact/signals-react/runtime'
import { PictureField } from '#islands/admin/products/PictureField.tsx'
import type { Draft } from '#islands/admin/products/product-draft.store.ts'
import { splitList, type ProductField } from '#islands/admin/products/product-texts.ts'
import { claimsHint } from '#islands/admin/shared/claims-hint.ts'
import { Field } from '#ui/Field.tsx'

export function ProductForm({ draft }: { draft: Draft }) {
  const { form, isUploading, base, conflicts } = draft
  useSignals()
  const texts = form.values.value
  const changed = (name: ProductField) =>
    conflicts.value[name] !== undefined && `Now: ${conflicts.value[name]}`
  const field = (name: ProductField, hint?: string) => ({
    ...form.field(name),
    hint: [claimsHint(texts[name]), changed(name) || hint].filter(Boolean).join(' '),
  })
  const list = (name: 'features' | 'benefits' | 'frequencies', how: string) => {
    const count = splitList(texts[name], base.value?.[name]).length
    return field(name, `${how}. ${count} ${count === 1 ? 'entry' : 'entries'} so far.`)
  }
  const units = { type: 'text', inputMode: 'numeric' } as const
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5 *:col-span-2">
      <Field label="Name" {...field('name')} />
      <Field label="Price, £" inputMode="decimal" className="!col-span-1" {...field('price')} />
      <Field
        label="Stock"
        className="!col-span-1"
        {...units}
        {...field('stock', reservedHint(base.value?.reserved))}
      />
      <Field label="Description" lines={3} {...field('description')} />
      <PictureField
        image={texts.image}
        error={form.errors.value.image}
        hint={changed('image') || undefined}
        isUploading={isUploading.value}
        onUploading={(now) => draft.setUploading(now)}
        onChange={(image) => form.setValue('image', image)}
      />
      <Field label="Key Features" optional {...list('features', 'Please separate them with commas')} />
      <Field label="Health Benefits" optional {...list('benefits', 'Please separate them with commas')} />
      <Field
        label="Frequencies"
        optional
        {...list('frequencies', 'Please write each one as “Label - value” and separate them with commas')}
      />
      <Field label="Category" {...field('category')} />
      <Field
        label="Low stock"
        {...units}
        {...field('lowStock', 'We will email you when the stock falls to this number.')}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={texts.forSale === 'yes'}
          onChange={({ target }) => form.setValue('forSale', target.checked ? 'yes' : '')}
        />
        For sale
        <span className="field-hint">
          If you untick this, the shop will show the product as out of stock.
        </span>
      </label>
    </div>
  )
}

const reservedHint = (reserved = 0) =>
  reserved > 0 ? `Customers are paying for ${reserved} of these at the moment.` : undefined
