import { useSignals } from '@preact/signals-react/runtime'
import { PRICES_MAX } from '#contract/website/website.ts'
import { Example } from '#islands/admin/website/Example.tsx'
import { Rows } from '#islands/admin/website/Rows.tsx'
import { textField, type Slot } from '#islands/admin/website/slot.ts'
import type { PriceText } from '#islands/admin/website/website-texts.ts'
import { saved, websiteForms } from '#islands/admin/website/website.store.ts'
import { Field } from '#ui/Field.tsx'

const prices = websiteForms.prices.slot

export function PricesFields() {
  useSignals()
  const treatments = [
    { id: 'firstVisit', title: 'First visit', list: prices.at('firstVisit') },
    ...saved.value!.therapies.map(({ id, title }) => ({
      id,
      title,
      list: prices.at('therapies').at(id),
    })),
  ]
  return (
    <>
      <Example part="prices" what="These prices are" />
      <div className="grid items-start gap-x-8 gap-y-7 sm:grid-cols-2">
        {treatments.map(({ id, title, list }) => (
          <Rows
            key={id}
            list={list}
            title={title}
            addLabel="Add a price"
            blank={{ minutes: '', pounds: '' }}
            max={PRICES_MAX}
            nameOf={(at, { minutes }) =>
              `${title}, ${minutes === '' ? `price ${at + 1}` : `${minutes} minutes`}`
            }
            isTable
            empty="No prices are shown."
          >
            {(price) => <PriceFields price={price} />}
          </Rows>
        ))}
      </div>
    </>
  )
}

function PriceFields({ price }: { price: Slot<PriceText> }) {
  useSignals()
  return (
    <div className="grid grid-cols-2 gap-x-4">
      <Field label="Minutes" inputMode="numeric" autoComplete="off" {...textField(price.at('minutes'))} />
      <Field label="Price, £" inputMode="decimal" autoComplete="off" {...textField(price.at('pounds'))} />
    </div>
  )
}
