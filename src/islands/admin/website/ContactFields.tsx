import { useSignals } from '@preact/signals-react/runtime'
import { SOCIAL_MAX } from '#contract/website/website.ts'
import { Rows } from '#islands/admin/website/Rows.tsx'
import { textField, type Slot } from '#islands/admin/website/slot.ts'
import type { Texts } from '#islands/admin/website/website-texts.ts'
import { websiteForms } from '#islands/admin/website/website.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { Field } from '#ui/Field.tsx'

const contact = websiteForms.contact.slot

export function ContactFields() {
  useSignals()
  const address = contact.at('address')
  return (
    <>
      <div className="fields">
        <Field
          label="Telephone"
          type="tel"
          autoComplete="off"
          translate="no"
          {...textField(contact.at('phone'), 'Please write it the way visitors should see it.')}
        />
        <EmailField
          label="Email"
          autoComplete="off"
          {...textField(
            contact.at('email'),
            'Messages and orders go to this address. When you publish a new one, we will email both addresses.',
          )}
        />
        <Field label="Street address" autoComplete="off" {...textField(address.at('street'))} />
        <Field label="Town or city" autoComplete="off" {...textField(address.at('city'))} />
        <Field label="Postcode" autoComplete="off" translate="no" {...textField(address.at('postcode'))} />
        <Field
          label="Position on the map"
          optional
          autoComplete="off"
          inputMode="text"
          translate="no"
          {...textField(
            contact.at('position'),
            'Please copy it from an online map, for example 53.4028, -2.9793. If you leave this empty, the pin and “Directions” will be hidden.',
          )}
        />
      </div>
      <Rows
        list={contact.at('social')}
        title="Social links"
        addLabel="Add a link"
        blank={{ name: '', url: '' }}
        max={SOCIAL_MAX}
        nameOf={(at, { name }) => name || `Link ${at + 1}`}
        empty="No links are shown."
      >
        {(link) => <SocialFields link={link} />}
      </Rows>
    </>
  )
}

function SocialFields({ link }: { link: Slot<Texts['contact']['social'][number]> }) {
  useSignals()
  return (
    <div className="grid content-start gap-x-4 gap-y-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <Field label="Name" {...textField(link.at('name'))} />
      <Field
        label="Web address"
        optional
        type="url"
        translate="no"
        {...textField(
          link.at('url'),
          link.value.url === '' ? 'Without an address, only the name is shown.' : '',
        )}
      />
    </div>
  )
}
