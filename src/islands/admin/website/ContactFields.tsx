import { useSignals } from '@preact/signals-react/runtime'
import { GETTING_HERE_MAX, SOCIAL_MAX } from '#contract/website.ts'
import { draftField } from '#islands/admin/website/draft-field.ts'
import { Example } from '#islands/admin/website/Example.tsx'
import { Rows } from '#islands/admin/website/Rows.tsx'
import { nextKey, type SocialText, type WayText } from '#islands/admin/website/website-draft.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { Field } from '#ui/Field.tsx'

export function ContactFields() {
  useSignals()
  return (
    <>
      <div className="fields">
        <Field
          label="Telephone"
          type="tel"
          autoComplete="off"
          translate="no"
          {...draftField('contact.phone', 'Please write it the way visitors should see it.')}
        />
        <EmailField
          label="Email"
          autoComplete="off"
          {...draftField(
            'contact.email',
            'Messages and orders go to this address. When you publish a new one, we will email both addresses.',
          )}
        />
        <Field label="Street address" autoComplete="off" {...draftField('contact.address.street')} />
        <Field label="Town or city" autoComplete="off" {...draftField('contact.address.city')} />
        <Field
          label="Postcode"
          autoComplete="off"
          translate="no"
          {...draftField('contact.address.postcode')}
        />
        <Field
          label="Position on the map"
          optional
          autoComplete="off"
          inputMode="text"
          translate="no"
          {...draftField(
            'contact.position',
            'Please copy it from an online map, for example 53.4028, -2.9793. If you leave this empty, the pin and “Directions” will be hidden.',
          )}
        />
      </div>
      <Example part="gettingHere" what="These directions are" />
      <Rows
        path="gettingHere"
        title="Getting here"
        addLabel="Add a way"
        blank={(): WayText => ({ key: nextKey(), by: '', text: '' })}
        max={GETTING_HERE_MAX}
        nameOf={(at, { by }) => by || `Way ${at + 1}`}
        first="by"
        Row={WayFields}
        empty="No directions are shown."
      />
      <Rows
        path="contact.social"
        title="Social links"
        addLabel="Add a link"
        blank={(): SocialText => ({ key: nextKey(), name: '', url: '' })}
        max={SOCIAL_MAX}
        nameOf={(at, { name }) => name || `Link ${at + 1}`}
        first="name"
        Row={SocialFields}
        empty="No links are shown."
      />
    </>
  )
}

function WayFields({ path }: { path: string }) {
  useSignals()
  return (
    <div className="website-pair">
      <Field label="How" maxLength={30} {...draftField(`${path}.by`)} />
      <Field label="Directions" lines={3} maxLength={300} {...draftField(`${path}.text`)} />
    </div>
  )
}

function SocialFields({ path, row }: { path: string; row: SocialText }) {
  useSignals()
  return (
    <div className="website-pair">
      <Field label="Name" maxLength={40} {...draftField(`${path}.name`)} />
      <Field
        label="Web address"
        optional
        type="url"
        translate="no"
        {...draftField(`${path}.url`, row.url === '' ? 'Without an address, only the name is shown.' : '')}
      />
    </div>
  )
}
