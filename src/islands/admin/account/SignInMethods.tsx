import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PasskeyNameSchema, type Passkey, type Security } from '#contract/auth/second-factor.ts'
import {
  makeRecoveryCodes,
  removePasskey,
  renamePasskey,
  requirePasskeys,
  securityQuery,
  stopRecovery,
} from '#islands/admin/account/security.store.ts'
import { NewPasskey } from '#islands/admin/session/NewPasskey.tsx'
import { RecoveryCodes } from '#islands/admin/session/RecoveryCodes.tsx'
import { session } from '#islands/admin/session/session.store.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { dateTime, relativeTime } from '#islands/admin/shared/format.ts'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { reloadAfterChange } from '#islands/admin/shared/server-data.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { createForm } from '#lib/form.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

/** One's passkeys and recovery codes; for owners also whether everybody needs a passkey. */
export function SignInMethods() {
  useSignals()
  const query = useQuery(securityQuery)
  const place = useLostFocus<HTMLElement>(query.data?.passkeys)
  const [open, setOpen] = useState<'add' | 'codes'>()
  const [codes, setCodes] = useState<string[]>()
  const security = query.data
  const token = session.value?.token ?? ''
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="security">
      <h2 id="security">Security</h2>
      <p className="mt-2 text-small text-soft">
        With a passkey, nobody gets in who only knows your password. Add one on your phone, and a second one
        on another device.
      </p>
      <PartStatus query={query} what="passkeys" />
      {security && (
        <>
          {security.recovery && <Recovery recovery={security.recovery} />}
          <ul className="mt-2">
            {security.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} consequence={consequenceOf(security)} />
            ))}
          </ul>
          <p className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
            <Button
              variant="quiet"
              className="button-compact"
              aria-haspopup="dialog"
              onClick={() => setOpen('add')}
            >
              Add a passkey
            </Button>
            {security.passkeys.length > 0 && (
              <Button
                variant="text"
                className="py-2.5"
                aria-haspopup="dialog"
                onClick={() => setOpen('codes')}
              >
                New recovery codes
              </Button>
            )}
          </p>
          {security.passkeys.length > 0 && (
            <p className="mt-2 text-small text-soft">{describeCodes(security.recoveryCodesLeft)}</p>
          )}
          <OwnersOnly>
            <Requirement security={security} />
          </OwnersOnly>
        </>
      )}
      {open === 'add' && (
        <NewPasskey
          token={token}
          onAdded={() => {
            setOpen(undefined)
            void reloadAfterChange()
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'codes' && (
        <Confirm
          title="Make new recovery codes?"
          submitLabel="Make new codes"
          pendingLabel="One moment..."
          variant="primary"
          onSubmit={() => makeRecoveryCodes(setCodes)}
          onClose={() => setOpen(undefined)}
        >
          <p>You get ten new ones. The codes that you have now will stop working.</p>
        </Confirm>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  )
}

const describeCodes = (left: number) =>
  left === 0
    ? 'You have no recovery codes left.'
    : `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`

/** Of removing a passkey. */
function consequenceOf({ passkeys, areRequired }: Security): string {
  if (passkeys.length > 1) return 'It will no longer open the portal.'
  return areRequired
    ? 'It is your only one, and everybody here needs a passkey. Please add another one first.'
    : 'It is your only one. Your password will be enough to sign in, and your recovery codes will stop working.'
}

function Recovery({ recovery: { name, at } }: { recovery: NonNullable<Security['recovery']> }) {
  const [busy, setBusy] = useState(false)
  return (
    <div className="message message-bad mt-3 grid gap-3">
      <p>
        <span>Somebody has typed the recovery code of Netlify for </span>
        <bdi translate="no">{name}</bdi>
        <span>{`. From ${dateTime(at)} on it can end all passkeys of this account.`}</span>
      </p>
      <p>
        <Button
          variant="bad"
          className="button-compact"
          pendingLabel={busy ? 'Stopping...' : undefined}
          onClick={() => {
            setBusy(true)
            void stopRecovery().finally(() => setBusy(false))
          }}
        >
          Stop it
        </Button>
      </p>
    </div>
  )
}

function PasskeyRow({ passkey, consequence }: { passkey: Passkey; consequence: string }) {
  const { name, isSynced, since, lastUsed } = passkey
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-t border-rule py-3">
      <p className="min-w-0 wrap-anywhere">
        <bdi className="block" translate="no">
          {name}
        </bdi>
        <span className="block text-small text-soft">
          {`${isSynced ? 'Synchronised' : 'This device only'}, since ${dateTime(since)}, last used ${relativeTime(lastUsed)}`}
        </span>
      </p>
      <p className="flex flex-wrap gap-x-4">
        <Button
          variant="text"
          className="py-2.5"
          aria-haspopup="dialog"
          aria-label={`Rename ${name}`}
          onClick={() => setOpen('rename')}
        >
          Rename
        </Button>
        <Button
          variant="text"
          className="text-button-bad py-2.5"
          aria-haspopup="dialog"
          aria-label={`Remove ${name}`}
          onClick={() => setOpen('remove')}
        >
          Remove
        </Button>
      </p>
      {open === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {open === 'remove' && (
        <Confirm
          title="Remove this passkey?"
          eyebrow={name}
          submitLabel="Remove"
          pendingLabel="Removing..."
          cancelLabel="Keep"
          onSubmit={() => removePasskey(passkey)}
          onClose={close}
        >
          <p>{consequence}</p>
        </Confirm>
      )}
    </li>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  useSignals()
  const [form] = useState(() => createForm(PasskeyNameSchema, { name: passkey.name }))
  return (
    <FormDialog
      title="Rename this passkey"
      submitLabel="Save"
      pendingLabel="Saving..."
      form={form}
      onSubmit={({ name }) => renamePasskey(passkey, name)}
      onClose={onClose}
    >
      <Field label="Name" autoComplete="off" {...form.field('name')} />
    </FormDialog>
  )
}

function Requirement({ security: { areRequired, passkeys } }: { security: Security }) {
  const [isOpen, setOpen] = useState(false)
  if (passkeys.length === 0 && !areRequired) return null
  const label = areRequired ? 'No longer ask for it' : 'Everybody needs a passkey'
  return (
    <div className="mt-4 border-t border-rule pt-4">
      <p>{areRequired ? 'Everybody needs a passkey.' : 'Should everybody need a passkey?'}</p>
      <Button
        variant="quiet"
        className="button-compact mt-3"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <Confirm
          title={areRequired ? 'No longer ask everybody?' : 'Does everybody need a passkey?'}
          submitLabel={label}
          pendingLabel="Saving..."
          variant="primary"
          onSubmit={() => requirePasskeys(!areRequired)}
          onClose={() => setOpen(false)}
        >
          <p>
            {areRequired
              ? 'Whoever has a passkey still needs it. For everybody else the password will be enough.'
              : 'Whoever has none is asked to add one at the next sign-in. Until then, their password opens nothing. Devices that are signed in now stay so. Please tell your staff.'}
          </p>
        </Confirm>
      )}
    </div>
  )
}
