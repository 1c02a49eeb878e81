import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminPerson } from '#contract/auth/people.ts'
import {
  invitePerson,
  peopleQuery,
  removePerson,
  resetPasskeys,
  ROLES,
} from '#islands/admin/account/account.store.ts'
import { PersonDialog } from '#islands/admin/account/PersonDialog.tsx'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { dateTime, relativeTime } from '#islands/admin/shared/format.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { Button } from '#ui/Button.tsx'

/** Everybody who can sign in or is invited, for owners. */
export function People() {
  const query = useQuery(peopleQuery)
  const place = useLostFocus<HTMLElement>(query.data)
  const [isInviting, setInviting] = useState(false)
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="people">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="people">People</h2>
        <Button className="button-compact" aria-haspopup="dialog" onClick={() => setInviting(true)}>
          Invite someone
        </Button>
      </div>
      <p className="mt-2 text-small text-soft">
        Everyone with their own sign-in, so that you can see who did what, and nobody shares a password.
      </p>
      <PartStatus query={query} what="people" />
      <ul className="mt-2">
        {query.data?.map((person) => (
          <Entry key={person.id} person={person} />
        ))}
      </ul>
      {isInviting && <PersonDialog onClose={() => setInviting(false)} />}
    </section>
  )
}

function Entry({ person }: { person: AdminPerson }) {
  const { name, email, role, isYou, canSignIn } = person
  const [open, setOpen] = useState<'change' | 'remove' | 'reset'>()
  const close = () => setOpen(undefined)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-t border-rule py-3">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <strong className="font-semibold">
            <bdi translate="no">{name}</bdi>
          </strong>
          {isYou && <span className="text-soft"> (you)</span>}{' '}
          <StatusBadge tone={role === 'owner' ? 'good' : 'off'}>{ROLES[role].label}</StatusBadge>
        </p>
        {name !== email && (
          <p className="text-small text-soft" translate="no">
            {email}
          </p>
        )}
        <p className="text-small text-soft">{describeAccess(person)}</p>
      </div>
      <p className="flex flex-wrap gap-x-4">
        {!canSignIn && <InviteAgain person={person} />}
        {person.hasPasskey && !isYou && (
          <Button
            variant="text"
            className="py-2.5"
            aria-haspopup="dialog"
            aria-label={`Reset passkeys of ${name}`}
            onClick={() => setOpen('reset')}
          >
            Reset passkeys
          </Button>
        )}
        <Button
          variant="text"
          className="py-2.5"
          aria-haspopup="dialog"
          aria-label={`Change ${name}`}
          onClick={() => setOpen('change')}
        >
          Change
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
      {open === 'change' && <PersonDialog person={person} onClose={close} />}
      {open === 'reset' && (
        <Confirm
          title="Reset the passkeys?"
          eyebrow={name}
          submitLabel="Reset Passkeys"
          pendingLabel="Resetting..."
          cancelLabel="Keep"
          onSubmit={() => resetPasskeys(person)}
          onClose={close}
        >
          <p>
            For somebody whose phone is lost or stolen. All their passkeys and recovery codes will stop
            working, and they will be signed out everywhere. They can then sign in with their password, and
            add a new passkey.
          </p>
        </Confirm>
      )}
      {open === 'remove' && (
        <Confirm
          title="Remove this person?"
          eyebrow={name}
          submitLabel="Remove"
          pendingLabel="Removing..."
          cancelLabel="Keep"
          onSubmit={() => removePerson(person)}
          onClose={close}
        >
          <p>
            {canSignIn
              ? 'They will be signed out everywhere straight away, and can no longer sign in. What they did keeps their name.'
              : 'The invitation will stop working.'}
          </p>
          {isYou && <p>This is you. You will be signed out, too.</p>}
        </Confirm>
      )}
    </li>
  )
}

function describeAccess({ canSignIn, invitedUntil, lastUsed }: AdminPerson): string {
  if (canSignIn)
    return lastUsed === null ? 'Not signed in now' : `Signed in, last used ${relativeTime(lastUsed)}`
  return invitedUntil === null
    ? 'Invited, but the link has expired'
    : `Invited. The link works until ${dateTime(invitedUntil)}`
}

function InviteAgain({ person: { email, name, role } }: { person: AdminPerson }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="text"
      className="py-2.5"
      aria-label={`Invite again: ${name}`}
      pendingLabel={busy ? 'Sending...' : undefined}
      onClick={() => {
        setBusy(true)
        void invitePerson({ email, name, role }).finally(() => setBusy(false))
      }}
    >
      Invite again
    </Button>
  )
}
