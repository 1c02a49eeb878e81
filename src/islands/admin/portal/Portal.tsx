import { useSignals } from '@preact/signals-react/runtime'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, type ComponentType } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { closeDeskCard, isDeskCardOpen } from '#islands/admin/portal/desk-card.store.ts'
import { PortalNav } from '#islands/admin/portal/PortalNav.tsx'
import { OWNERS_TABS, route, TABS, watchRoute, type Tab } from '#islands/admin/router.ts'
import { IdleNotice } from '#islands/admin/session/IdleNotice.tsx'
import { isOwner, session, watchSession } from '#islands/admin/session/session.store.ts'
import { SignInAgain } from '#islands/admin/session/SignInAgain.tsx'
import { StepUp } from '#islands/admin/session/StepUp.tsx'
import { LoadBoundary } from '#islands/admin/shared/LoadBoundary.tsx'
import { OwnersNotice } from '#islands/admin/shared/OwnersOnly.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { queryClient, watchSignOut } from '#islands/admin/shared/server-data.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { loadToaster } from '#ui/toast.ts'

/** When the first tab is likely to be shown (ms). */
const TOASTER_DELAY = 3000

/** Only printed. */
const DeskCard = lazyPart(async () => (await import('#islands/admin/portal/DeskCard.tsx')).DeskCard)

/** The portal: the tabs, and the sign-in dialog for when the session has ended. */
export function Portal() {
  useSignals()
  useEffect(() => {
    const stops = [watchRoute(), watchSession(), watchSignOut()]
    // Without a connection, it could not be loaded with the toast that says so.
    const loading = setTimeout(() => void loadToaster(), TOASTER_DELAY)
    return () => {
      clearTimeout(loading)
      stops.forEach((stop) => stop())
    }
  }, [])
  if (!session.value) return <LoadingPortal />
  return (
    <LoadBoundary>
      <QueryClientProvider client={queryClient}>
        <PortalNav />
        <IdleNotice />
        <OpenTab />
        <SignInAgain />
        <StepUp />
        {isDeskCardOpen.value && (
          <LoadBoundary onClose={closeDeskCard}>
            <Suspense>
              <DeskCard />
            </Suspense>
          </LoadBoundary>
        )}
      </QueryClientProvider>
    </LoadBoundary>
  )
}

/** Pre-rendered, and shown until the session is read. */
function LoadingPortal() {
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
  const isForbidden = !isOwner.value && OWNERS_TABS.has(tab)
  useEffect(() => {
    document.title = `${TABS[tab]} · ${clinic.name}`
    // The focused link may have been in the previous tab.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [tab])
  return (
    <main ref={main} id="main" tabIndex={-1} className="admin-main wrap">
      <LoadBoundary key={tab}>
        <Suspense fallback={<LoadingTab title={TABS[tab]} />}>
          {isForbidden ? <OwnersNotice title={TABS[tab]} /> : <TabContent />}
        </Suspense>
      </LoadBoundary>
    </main>
  )
}

function LoadingTab({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <p role="status" className="mt-6 text-soft noscript:hidden">
        One moment...
      </p>
    </>
  )
}

/** Loads a tab's code when it is first opened. */
const loadTab: Record<Tab, () => Promise<ComponentType>> = {
  overview: async () => (await import('#islands/admin/overview/OverviewTab.tsx')).OverviewTab,
  vouchers: async () => (await import('#islands/admin/vouchers/VouchersTab.tsx')).VouchersTab,
  products: async () => (await import('#islands/admin/products/ProductsTab.tsx')).ProductsTab,
  orders: async () => (await import('#islands/admin/orders/OrdersTab.tsx')).OrdersTab,
  customers: async () => (await import('#islands/admin/customers/CustomersTab.tsx')).CustomersTab,
  accounts: async () => (await import('#islands/admin/accounts/AccountsTab.tsx')).AccountsTab,
  requests: async () => (await import('#islands/admin/enquiries/EnquiriesTab.tsx')).EnquiriesTab,
  website: async () => (await import('#islands/admin/website/WebsiteTab.tsx')).WebsiteTab,
  account: async () => (await import('#islands/admin/account/AccountTab.tsx')).AccountTab,
}

const lazyTab = (tab: Tab) => lazyPart(() => loadTab[tab]())

const TAB_COMPONENTS: Record<Tab, ComponentType> = {
  overview: lazyTab('overview'),
  vouchers: lazyTab('vouchers'),
  products: lazyTab('products'),
  orders: lazyTab('orders'),
  customers: lazyTab('customers'),
  accounts: lazyTab('accounts'),
  requests: lazyTab('requests'),
  website: lazyTab('website'),
  account: lazyTab('account'),
}
