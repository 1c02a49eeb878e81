import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import { InvitationSchema, PersonChangeSchema, type AdminPerson } from '#contract/auth/people.ts'
import { INVITATION_HOURS } from '#contract/auth/sign-in-limits.ts'
import { roles, type Role } from '#contract/base/endpoint.ts'
import { changePerson, invitePerson, ROLES } from '#islands/admin/account/account.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  /** Whose name and role to change. Default: somebody new, to invite. */
  person?: AdminPerson
  onClose: () => void
}

/** Invites somebody, or changes their name and role. */
export function PersonDialog({ person, onClose }: Props) {
  useSignals()
  const [form] = useState(() =>
    createForm(person ? PersonChangeSchema : InvitationSchema, {
      name: person?.name ?? '',
      email: person?.email ?? '',
      role: person?.role ?? '',
    }),
  )
  const typed = form.values.value
  const role = typed.role as Role
  return (
    <FormDialog
      title={person ? 'Change' : 'Invite someone'}
      eyebrow={person?.email}
      submitLabel={person ? 'Save' : 'Send Invitation'}
      pendingLabel={person ? 'Saving...' : 'Sending...'}
      form={form}
      onSubmit={() =>
        person ? changePerson(person, { name: typed.name, role }) : invitePerson({ ...typed, role })
      }
      onClose={onClose}
    >
      <div className="grid gap-5">
        <Field
          label="Name"
          autoComplete="off"
          hint="Shown in the portal beside what this person does. Customers never see it."
          {...form.field('name')}
        />
        {!person && (
          <EmailField
            label="Email"
            autoComplete="off"
            hint={`We will send the invitation here. The link works once, for ${INVITATION_HOURS} hours.`}
            {...form.field('email')}
          />
        )}
        <RoleChoice
          chosen={typed.role}
          error={form.errors.value.role}
          onChoose={(one) => form.setValue('role', one)}
        />
      </div>
    </FormDialog>
  )
}

interface RoleProps {
  chosen: string
  error: string | undefined
  onChoose: (role: Role) => void
}

function RoleChoice({ chosen, error, onChoose }: RoleProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="field-label mb-1.5">What may this person do?</legend>
      {roles.toReversed().map((role) => (
        <label key={role} className="check">
          <input
            type="radio"
            name="role"
            value={role}
            checked={chosen === role}
            aria-labelledby={`${id}-${role}`}
            aria-describedby={`${id}-${role}-hint`}
            onChange={() => onChoose(role)}
          />
          <span id={`${id}-${role}`}>{ROLES[role].label}</span>
          <span id={`${id}-${role}-hint`} className="field-hint">
            {ROLES[role].hint}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
