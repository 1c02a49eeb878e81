import { useSignals } from '@preact/signals-react/runtime'
import { GETTING_HERE_MAX } from '#contract/website/website.ts'
import { Example } from '#islands/admin/website/Example.tsx'
import { Rows } from '#islands/admin/website/Rows.tsx'
import { textField, type Slot } from '#islands/admin/website/slot.ts'
import type { Texts } from '#islands/admin/website/website-texts.ts'
import { websiteForms } from '#islands/admin/website/website.store.ts'
import { Field } from '#ui/Field.tsx'

export function GettingHereFields() {
  return (
    <>
      <Example part="gettingHere" what="These directions are" />
      <Rows
        list={websiteForms.gettingHere.slot}
        title="Getting here"
        isAlone
        addLabel="Add a way"
        blank={{ by: '', text: '' }}
        max={GETTING_HERE_MAX}
        nameOf={(at, { by }) => by || `Way ${at + 1}`}
        empty="No directions are shown."
      >
        {(way) => <WayFields way={way} />}
      </Rows>
    </>
  )
}

function WayFields({ way }: { way: Slot<Texts['gettingHere'][number]> }) {
  useSignals()
  return (
    <div className="grid content-start gap-x-4 gap-y-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <Field label="How" {...textField(way.at('by'))} />
      <Field label="Directions" lines={3} {...textField(way.at('text'))} />
    </div>
  )
}
