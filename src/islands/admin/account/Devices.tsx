import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountSession } from '#contract/auth/own-account.ts'
import { endOtherSessions, endSession, sessionsQuery } from '#islands/admin/account/account.store.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { dateTime, relativeTime } from '#islands/admin/shared/format.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { Button } from '#ui/Button.tsx'

/** The devices on which one is signed in, and how to sign them out. */
export function Devices() {
  const query = useQuery(sessionsQuery)
  const place = useLostFocus<HTMLElement>(query.data)
  const [isEnding, setEnding] = useState(false)
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="devices">
      <h2 id="devices">Devices</h2>
      <p className="mt-2 text-small text-soft">
        You are signed in on these. If you do not know one of them, sign it out and change your password.
      </p>
      <PartStatus query={query} what="devices" />
      <ul className="mt-2">
        {query.data?.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {query.data && query.data.length > 1 && (
        <Button
          variant="quiet"
          className="button-compact mt-3"
          aria-haspopup="dialog"
          onClick={() => setEnding(true)}
        >
          End all others
        </Button>
      )}
      {isEnding && (
        <Confirm
          title="End all others?"
          submitLabel="End all others"
          pendingLabel="Ending..."
          onSubmit={endOtherSessions}
          onClose={() => setEnding(false)}
        >
          <p>All your devices but this one will be signed out.</p>
        </Confirm>
      )}
    </section>
  )
}

function Device({ session }: { session: AccountSession }) {
  const { browser, since, lastUsed, isCurrent } = session
  const [busy, setBusy] = useState(false)
  return (
    <li className="flex items-center justify-between gap-4 border-t border-rule py-3">
      <p className="wrap-anywhere">
        <span className="block">
          <span>{browser === 'an unknown browser' ? 'An unknown browser' : browser}</span>
          {isCurrent && <span className="text-soft">, this one</span>}
        </span>
        <span className="block text-small text-soft">
          {`Since ${dateTime(since)}${isCurrent ? '' : `, last used ${relativeTime(lastUsed)}`}`}
        </span>
      </p>
      {!isCurrent && (
        <Button
          variant="text"
          className="py-2.5 whitespace-nowrap"
          aria-label={`End: ${browser}, since ${dateTime(since)}`}
          pendingLabel={busy ? 'Ending...' : undefined}
          onClick={() => {
            setBusy(true)
            void endSession(session).finally(() => setBusy(false))
          }}
        >
          End
        </Button>
      )}
    </li>
  )
}
