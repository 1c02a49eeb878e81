import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Boundary } from '../../../ui/ErrorBoundary.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useReady } from '../../../ui/use-hydrated.ts'
import { busy, endAllSessions, ended, failure, takeToken } from './end-sessions.store.ts'

export function EndSessions() {
  return (
    <Boundary fallback={<p className="message">This page could not be loaded. Please reload it.</p>}>
      <Steps />
    </Boundary>
  )
}

function Steps() {
  useSignals()
  useEffect(() => {
    takeToken()
    // Another link, opened in the same tab.
    addEventListener('hashchange', takeToken)
    return () => removeEventListener('hashchange', takeToken)
  }, [])
  return ended.value ? <Ended /> : <Ask />
}

function Ask() {
  useSignals()
  const ready = useReady()
  return (
    <div className="grid gap-5">
      <p>
        Everybody who is signed in to the admin portal with your account is signed out, on every device. You
        too.
      </p>
      <p role="alert" className="empty:hidden">
        {failure.value && <span className="message message-bad block text-small">{failure.value}</span>}
      </p>
      <Button
        disabled={!ready}
        busy={busy.value ? 'Ending...' : undefined}
        onClick={() => void endAllSessions()}
      >
        End all sessions
      </Button>
      <p>
        <a className="link text-small" href="/admin/login">
          Go to the sign-in page
        </a>
      </p>
    </div>
  )
}

function Ended() {
  return (
    <div className="grid gap-5">
      <p role="status" className="message message-good">
        All sessions have been ended. Choose a new password: on the sign-in page, enter your e-mail address
        and press “Forgot password?”.
      </p>
      <a className="button" href="/admin/login">
        Choose a new password
      </a>
    </div>
  )
}
