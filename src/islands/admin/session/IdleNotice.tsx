import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { sessionEndpoint } from '#contract/auth/session.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { checkIdle, minutesLeft, watchIdle } from '#islands/admin/session/idle-timeout.ts'
import { Button } from '#ui/Button.tsx'
import { showToast } from '#ui/toast.ts'

/** Warns that the session is about to end, or has ended, because of inactivity. One press extends it. */
export function IdleNotice() {
  useSignals()
  useEffect(watchIdle, [])
  const [busy, setBusy] = useState(false)
  const left = minutesLeft.value

  async function staySignedIn() {
    setBusy(true)
    try {
      await adminCall(sessionEndpoint, undefined)
      checkIdle()
    } catch {
      showToast({
        title: 'Error',
        description: 'Connection error. Please try again.',
        variant: 'destructive',
      })
    }
    setBusy(false)
  }

  return (
    <div role="status" className="idle">
      {left !== undefined && (
        <div className="wrap">
          <p>
            {left === 0
              ? 'You have been signed out because you had not used the portal for an hour.'
              : `You will be signed out in ${left} ${left === 1 ? 'minute' : 'minutes'}.`}
          </p>
          <Button
            className="button-compact"
            pendingLabel={busy ? 'One moment...' : undefined}
            onClick={() => void staySignedIn()}
          >
            {left === 0 ? 'Sign in again' : 'Stay signed in'}
          </Button>
        </div>
      )}
    </div>
  )
}
