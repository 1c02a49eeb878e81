import { queryOptions } from '@tanstack/react-query'
import {
  newRecoveryCodesEndpoint,
  passkeysEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
  requirePasskeysEndpoint,
  stopRecoveryEndpoint,
  type Passkey,
} from '#contract/auth/second-factor.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: () => adminCall(passkeysEndpoint, undefined),
  refetchOnMount: 'always',
})

export const renamePasskey = ({ id }: Passkey, name: string): Promise<ActionResult> =>
  runAction(() => adminCall(renamePasskeyEndpoint, { name }, { params: { id } }), {
    done: 'The name has been saved.',
    failed: 'We could not save the name. Please try again.',
  })

export const removePasskey = ({ id }: Passkey): Promise<ActionResult> =>
  runAction(() => adminCall(removePasskeyEndpoint, {}, { params: { id } }), {
    done: 'The passkey has been removed.',
    failed: 'We could not remove the passkey. Please try again.',
  })

export const makeRecoveryCodes = (show: (codes: string[]) => void): Promise<ActionResult> =>
  runAction(
    async () => {
      const { recoveryCodes } = await adminCall(newRecoveryCodesEndpoint, {})
      show(recoveryCodes)
    },
    {
      done: 'You have ten new recovery codes.',
      failed: 'We could not make new recovery codes. Please try again.',
      undecided: 'Please make them again. Codes that you have not seen will not work.',
    },
  )

export const requirePasskeys = (areRequired: boolean): Promise<ActionResult> =>
  runAction(() => adminCall(requirePasskeysEndpoint, { areRequired }), {
    done: areRequired
      ? 'From now on, everybody signs in with a passkey.'
      : 'A password is enough again for people without a passkey.',
    failed: 'We could not change this. Please try again.',
  })

export const stopRecovery = (): Promise<ActionResult> =>
  runAction(() => adminCall(stopRecoveryEndpoint, {}), {
    done: 'The recovery has been stopped. Please change the code at Netlify.',
    failed: 'We could not stop the recovery. Please try again.',
  })
