import { clinic } from '#content/clinic'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useRef } from 'react'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { IdleNotice } from '../session/IdleNotice.tsx'
import { watchSession, session } from '../session/session.store.ts'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { watchRoute, route, TABS } from '../router.ts'
import { TabBar } from './TabBar.tsx'
import { TAB_COMPONENTS } from './tabs.ts'

/** The portal: five tabs, one of them open, and over them the dialog for whoever was signed out meanwhile. */
export function Dashboard() {
  useSignals()
  useEffect(() => {
    const stops = [watchRoute(), watchSession()]
    return () => stops.forEach((stop) => stop())
  }, [])
  if (!session.value) return <LoadingDashboard />
  return (
    <ErrorBoundary fallback={<ErrorFallback />}>
      <TabBar />
      <IdleNotice />
      <OpenTab />
      <SignInAgain />
    </ErrorBoundary>
  )
}

/** As it is pre-rendered, until it is known who is signed in. */
function LoadingDashboard() {
  return (
    <>
      <div className="admin-tabs">
        <div className="wrap" />
      </div>
      <main id="main" tabIndex={-1} className="admin-main wrap">
        <LoadingTab title="Admin dashboard" />
      </main>
    </>
  )
}

function OpenTab() {
  useSignals()
  const { tab } = route.value
  const main = useRef<HTMLElement>(null)
  const TabContent = TAB_COMPONENTS[tab]
  useEffect(() => {
    document.title = `${TABS[tab]} · ${clinic.name}`
    // What led here may have gone with the tab that it stood in.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [tab])
  return (
    <main ref={main} id="main" tabIndex={-1} className="admin-main wrap">
      <ErrorBoundary key={tab} fallback={<ErrorFallback />}>
        <Suspense fallback={<LoadingTab title={TABS[tab]} />}>
          <TabContent />
        </Suspense>
      </ErrorBoundary>
    </main>
  )
}

function LoadingTab({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <p role="status" className="mt-6 text-soft">
        One moment...
      </p>
    </>
  )
}

function ErrorFallback() {
  return (
    <div role="alert" className="stack admin-main">
      <p className="message">This part of the portal broke or could not be loaded.</p>
      <Button variant="quiet" onClick={() => location.reload()}>
        Try again
      </Button>
    </div>
  )
}
