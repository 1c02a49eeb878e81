import { clinic } from '#content/clinic'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useRef } from 'react'
import { Boundary } from '../../../ui/ErrorBoundary.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TabHead } from '../shared/PageHeader.tsx'
import { IdleNotice } from '../session/IdleNotice.tsx'
import { followSession, session } from '../session/session.store.ts'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { followAddress, place, TABS } from '../router.ts'
import { TabBar } from './TabBar.tsx'
import { tabs } from './tabs.ts'

/** The portal: five tabs, one of them open, and over them the dialog for whoever was signed out meanwhile. */
export function Dashboard() {
  useSignals()
  useEffect(() => {
    const stops = [followAddress(), followSession()]
    return () => stops.forEach((stop) => stop())
  }, [])
  if (!session.value) return <Opening />
  return (
    <Boundary fallback={<Broken />}>
      <TabBar />
      <IdleNotice />
      <OpenTab />
      <SignInAgain />
    </Boundary>
  )
}

/** As it is pre-rendered, until it is known who is signed in. */
function Opening() {
  return (
    <>
      <div className="admin-tabs">
        <div className="wrap" />
      </div>
      <main id="main" tabIndex={-1} className="admin-main wrap">
        <Waiting title="Admin dashboard" />
      </main>
    </>
  )
}

function OpenTab() {
  useSignals()
  const { tab } = place.value
  const main = useRef<HTMLElement>(null)
  const OpenedTab = tabs[tab]
  useEffect(() => {
    document.title = `${TABS[tab]} · ${clinic.name}`
    // What led here may have gone with the tab that it stood in.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [tab])
  return (
    <main ref={main} id="main" tabIndex={-1} className="admin-main wrap">
      <Boundary key={tab} fallback={<Broken />}>
        <Suspense fallback={<Waiting title={TABS[tab]} />}>
          <OpenedTab />
        </Suspense>
      </Boundary>
    </main>
  )
}

function Waiting({ title }: { title: string }) {
  return (
    <>
      <TabHead title={title} />
      <p role="status" className="mt-6 text-soft">
        One moment...
      </p>
    </>
  )
}

function Broken() {
  return (
    <div role="alert" className="stack admin-main">
      <p className="message">This part of the portal broke or could not be loaded.</p>
      <Button look="quiet" onClick={() => location.reload()}>
        Try again
      </Button>
    </div>
  )
}
