import { useState } from 'react'
import { stopRemindersEndpoint } from '#contract/vouchers/held-vouchers.ts'
import { troubleOf } from '#islands/checkout/trouble.ts'
import { TroubleMessage } from '#islands/checkout/TroubleMessage.tsx'
import { FocusedHeading } from '#islands/held-voucher/FocusedHeading.tsx'
import { startOver } from '#islands/held-voucher/held-voucher.store.ts'
import { call } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'

/** Of the link in a reminder. It asks first: email scanners open links, too. */
export function StopReminders({ token }: { token: string }) {
  const [state, setState] = useState<'asking' | 'busy' | 'stopped'>('asking')
  const [trouble, setTrouble] = useState<string>()
  const isStopped = state === 'stopped'

  async function stop() {
    setState('busy')
    setTrouble(undefined)
    try {
      await call(stopRemindersEndpoint, { token })
      setState('stopped')
    } catch (error) {
      setTrouble(troubleOf(error, 'This link no longer works. Please use the one in our latest email to you'))
      setState('asking')
    }
  }

  return (
    <div className="stack max-w-measure">
      <FocusedHeading key={String(isStopped)}>
        <span>{isStopped ? 'No more reminders' : 'Stop the reminders?'}</span>
      </FocusedHeading>
      <p>
        {isStopped
          ? 'We will send you no more reminders about this voucher. Nothing else about it changes.'
          : 'If you stop them, we will no longer remind you before this voucher expires. Nothing else about it changes.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {!isStopped && (
          <Button pendingLabel={state === 'busy' ? 'One moment...' : undefined} onClick={() => void stop()}>
            Stop the reminders
          </Button>
        )}
        <Button variant="quiet" onClick={startOver}>
          See what is left on a voucher
        </Button>
      </div>
      <TroubleMessage trouble={trouble} />
    </div>
  )
}
