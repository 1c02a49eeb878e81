import { queryOptions } from '@tanstack/react-query'
import {
  adminSessionsEndpoint,
  changePasswordEndpoint,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  type AccountSession,
} from '#contract/auth/own-account.ts'
import {
  adminPeopleEndpoint,
  changePersonEndpoint,
  invitePersonEndpoint,
  removePersonEndpoint,
  resetPasskeysEndpoint,
  type AdminPerson,
} from '#contract/auth/people.ts'
import { INVITATION_HOURS } from '#contract/auth/sign-in-limits.ts'
import type { Body, BodyInput, Role } from '#contract/base/endpoint.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { logOut } from '#islands/admin/session/session.store.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => adminCall(adminSessionsEndpoint, undefined),
  refetchOnMount: 'always',
})

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: () => adminCall(adminPeopleEndpoint, undefined),
  refetchOnMount: 'always',
})

export const ROLES: Record<Role, { label: string; hint: string }> = {
  staff: {
    label: 'Staff',
    hint: 'Vouchers, sales at the desk, orders, stock and requests. No refunds, prices, figures or customers.',
  },
  owner: { label: 'Owner', hint: 'Everything, also money and people.' },
}

export const changePassword = (typed: Body<typeof changePasswordEndpoint>): Promise<ActionResult> =>
  runAction(() => adminCall(changePasswordEndpoint, typed), {
    done: 'Your password has been changed, and all other devices have been signed out.',
    failed: 'We could not change your password. Please try again.',
    undecided:
      'If this device asks you to sign in, or says that your password is wrong, the new one is in use.',
  })

export const endSession = ({ id }: AccountSession): Promise<ActionResult> =>
  runAction(() => adminCall(endSessionEndpoint, {}, { params: { id } }), {
    done: 'This device has been signed out.',
    failed: 'We could not sign this device out. Please try again.',
  })

export const endOtherSessions = (): Promise<ActionResult> =>
  runAction(() => adminCall(endOtherSessionsEndpoint, {}), {
    done: 'All other devices have been signed out.',
    failed: 'We could not sign the other devices out. Please try again.',
  })

export const invitePerson = (invited: BodyInput<typeof invitePersonEndpoint>): Promise<ActionResult> =>
  runAction(() => adminCall(invitePersonEndpoint, invited), {
    done: ({ name, email }) => ({
      title: 'Invitation sent',
      description: `We have emailed ${name} at ${email}. The link works for ${INVITATION_HOURS} hours.`,
    }),
    failed: 'We could not send the invitation. Please try again.',
  })

export const changePerson = (
  { id }: AdminPerson,
  change: BodyInput<typeof changePersonEndpoint>,
): Promise<ActionResult> =>
  runAction(() => adminCall(changePersonEndpoint, change, { params: { id } }), {
    done: 'The change has been saved.',
    failed: 'We could not save the change. Please try again.',
  })

export const resetPasskeys = ({ id, name }: AdminPerson): Promise<ActionResult> =>
  runAction(() => adminCall(resetPasskeysEndpoint, {}, { params: { id } }), {
    done: () => ({
      title: 'Passkeys reset',
      description: `${name} can sign in with the password, and add a new passkey.`,
    }),
    failed: 'We could not reset the passkeys. Please try again.',
  })

/** Somebody who removes themselves is signed out. */
export async function removePerson({ id, isYou, name }: AdminPerson): Promise<ActionResult> {
  const failure = await runAction(() => adminCall(removePersonEndpoint, {}, { params: { id } }), {
    done: () => ({ title: 'Person removed', description: `${name} can no longer sign in.` }),
    failed: 'We could not remove this person. Please try again.',
  })
  if (!failure && isYou) await logOut()
  return failure
}
