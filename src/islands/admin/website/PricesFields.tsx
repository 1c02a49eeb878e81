import { useSignals } from '@preact/signals-react/runtime'
import { PRICES_MAX } from '#contract/website.ts'
import { draftField } from '#islands/admin/website/draft-field.ts'
import { Example } from '#islands/admin/website/Example.tsx'
import { Rows } from '#islands/admin/website/Rows.tsx'
import { nextKey, type PriceText } from '#islands/admin/website/website-draft.ts'
import { saved } from '#islands/admin/website/website.store.ts'
import { Field } from '#ui/Field.tsx'

export function PricesFields() {
  useSignals()
  const treatments = [
    { path: 'prices.firstVisit', title: 'First visit' },
    ...saved.value!.therapies.map(({ id, title }) => ({ path: `prices.therapies.${id}`, title })),
  ]
  return (
    <>
      <Example part="prices" what="These prices are" />
      {treatments.map(({ path, title }) => (
        <Rows
          key={path}
          path={path}
          title={title}
          addLabel="Add a price"
          blank={(): PriceText => ({ key: nextKey(), minutes: '', pounds: '' })}
          max={PRICES_MAX}
          nameOf={(at, { minutes }) =>
            `${title}, ${minutes === '' ? `price ${at + 1}` : `${minutes} minutes`}`
          }
          first="minutes"
          Row={PriceFields}
          isTable
          empty="No prices are shown."
        />
      ))}
    </>
  )
}

function PriceFields({ path }: { path: string }) {
  useSignals()
  return (
    <div className="grid grid-cols-2 gap-x-4">
      <Field label="Minutes" inputMode="numeric" autoComplete="off" {...draftField(`${path}.minutes`)} />
      <Field label="Price, £" inputMode="decimal" autoComplete="off" {...draftField(`${path}.pounds`)} />
    </div>
  )
}
