import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import {
  endAllSessions,
  errorMessage,
  isEnded,
  isLinked,
  isPending,
  readToken,
} from '#islands/admin/end-sessions/end-sessions.store.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { useHydrated } from '#ui/hydration.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { PasteLink } from '#ui/PasteLink.tsx'

export function EndSessions() {
  return (
    <ErrorBoundary fallback={<LoadFailed>This page could not be loaded. Please reload it.</LoadFailed>}>
      <Steps />
    </ErrorBoundary>
  )
}

function Steps() {
  useSignals()
  useEffect(() => {
    readToken()
    // Another link may be opened in the same tab.
    addEventListener('hashchange', readToken)
    return () => removeEventListener('hashchange', readToken)
  }, [])
  if (!isLinked.value) return <NoLink />
  return isEnded.value ? <Ended /> : <ConfirmEndSessions />
}

function ConfirmEndSessions() {
  useSignals()
  const ready = useHydrated()
  return (
    <div className="grid gap-5">
      <p>
        Press the button below to sign out everyone who is using your account in the admin portal, on every
        device. This includes you. If somebody has typed the recovery code, it will stop working.
      </p>
      <p role="alert" className="empty:hidden">
        {errorMessage.value && (
          <span className="message message-bad block text-small">{errorMessage.value}</span>
        )}
      </p>
      {errorMessage.value && <PasteLink />}
      <Button
        disabled={!ready}
        pendingLabel={isPending.value ? 'Ending...' : undefined}
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

function NoLink() {
  return (
    <div className="grid gap-5">
      <p role="alert" className="message">
        Please open this page using the link in our email about a new sign-in.
      </p>
      <PasteLink />
      <p>
        To end all sessions without that link, please choose a new password: press “Forgot password?” on the{' '}
        <a className="link" href="/admin/login">
          sign-in page
        </a>
        .
      </p>
    </div>
  )
}

function Ended() {
  return (
    <div className="grid gap-5">
      <p role="status" className="message message-good">
        Everyone who was using your account has been signed out. To choose a new password, please enter your
        email address on the sign-in page and press “Forgot password?”.
      </p>
      <a className="button" href="/admin/login">
        Go to the sign-in page
      </a>
    </div>
  )
}
