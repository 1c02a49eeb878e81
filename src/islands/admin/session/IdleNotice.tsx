import { sessionEndpoint } from '#contract/session'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ask } from '../admin-api.ts'
import { lookAtTheClock, minutesLeft, watchIdleness } from './idle-timeout.ts'

/** Says that the session is about to end because nothing was done, or has; going on is one press. */
export function IdleNotice() {
  useSignals()
  useEffect(watchIdleness, [])
  const [busy, setBusy] = useState(false)
  const left = minutesLeft.value

  async function goOn() {
    setBusy(true)
    try {
      await ask(sessionEndpoint, undefined)
      lookAtTheClock()
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
              ? 'You have been signed out, as nothing was done for an hour.'
              : `You will be signed out in ${left} ${left === 1 ? 'minute' : 'minutes'}.`}
          </p>
          <Button
            className="button-compact"
            busy={busy ? 'One moment...' : undefined}
            onClick={() => void goOn()}
          >
            {left === 0 ? 'Sign in again' : 'Stay signed in'}
          </Button>
        </div>
      )}
    </div>
  )
}
