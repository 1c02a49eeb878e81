import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { printDeskCard } from '#islands/admin/portal/desk-card.store.ts'
import { NavIcon } from '#islands/admin/portal/NavIcon.tsx'
import { hrefOf, OWNERS_TABS, route, TABS, type Tab } from '#islands/admin/router.ts'
import { isOwner, logOut, session } from '#islands/admin/session/session.store.ts'
import { accountQuery, attentionQuery } from '#islands/admin/shared/server-data.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

/** The tabs that a phone has no room for. */
const UNDER_MORE: readonly Tab[] = ['products', 'accounts', 'requests', 'website', 'account']

/** Those of a role. The address in the header leads to the account. */
const tabsFor = (owner: boolean) =>
  (Object.keys(TABS) as Tab[]).filter((tab) => tab !== 'account' && (owner || !OWNERS_TABS.has(tab)))

/** How much waits for the owner in a tab. */
type Counts = Partial<Record<Tab, number>>

/** The tabs: a strip below the header, or on a phone a bar at the bottom with the rest under More. */
export function PortalNav() {
  useSignals()
  const [isMoreOpen, setMoreOpen] = useState(false)
  const openTab = route.value.tab
  // Takes over a role that was changed since the sign-in.
  useQuery(accountQuery)
  const counts = useCounts()
  return (
    <>
      <nav className="admin-tabs" aria-label="Portal">
        <div className="wrap">
          {tabsFor(isOwner.value).map((tab) => (
            <TabLink key={tab} tab={tab} count={counts[tab]} className={isUnderMore(tab) ? 'tab-wide' : ''} />
          ))}
          <button
            type="button"
            className="tab-more"
            aria-haspopup="dialog"
            aria-current={isUnderMore(openTab) || undefined}
            onClick={() => setMoreOpen(true)}
          >
            <NavIcon name="more" />
            <span>More</span>
            <Count count={counts.requests} />
          </button>
        </div>
      </nav>
      {isMoreOpen && <MoreDialog counts={counts} onClose={() => setMoreOpen(false)} />}
    </>
  )
}

const isUnderMore = (tab: Tab) => UNDER_MORE.includes(tab)

/** Empty until they are loaded. They follow every change that the owner makes. */
function useCounts(): Counts {
  const waiting = useQuery(attentionQuery).data?.waiting
  if (!waiting) return {}
  const { ordersToPrepare, appointments, messages, inquiries } = waiting
  return { orders: ordersToPrepare, requests: appointments + messages + inquiries }
}

interface TabLinkProps {
  tab: Tab
  count: number | undefined
  className?: string
  onClick?: () => void
}

function TabLink({ tab, count, className, onClick }: TabLinkProps) {
  useSignals()
  return (
    <a
      href={hrefOf(tab)}
      className={className}
      aria-current={tab === route.value.tab ? 'page' : undefined}
      onClick={onClick}
    >
      <NavIcon name={tab} />
      <span>
        {/* In the bar there is room for the last word. */}
        {tab === 'vouchers' && <span className="tab-first-word">Gift </span>}
        <span>{tab === 'vouchers' ? 'Vouchers' : TABS[tab]}</span>
      </span>
      <Count count={count} />
    </a>
  )
}

function Count({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className="tab-count">
      <span translate="no">{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> waiting</span>
    </span>
  )
}

interface MoreProps {
  counts: Counts
  onClose: () => void
}

/** The other tabs, and what the header offers in wide windows. */
function MoreDialog({ counts, onClose }: MoreProps) {
  useSignals()
  const print = () => {
    onClose()
    printDeskCard()
  }
  return (
    <Dialog title="More" eyebrow={session.value?.email} onClose={onClose}>
      <div className="dialog-body">
        <ul className="more">
          {UNDER_MORE.filter((tab) => isOwner.value || !OWNERS_TABS.has(tab)).map((tab) => (
            <li key={tab}>
              <TabLink tab={tab} count={counts[tab]} onClick={onClose} />
            </li>
          ))}
          <li>
            <button type="button" onClick={print}>
              <NavIcon name="print" />
              Print the desk card
            </button>
          </li>
        </ul>
      </div>
      <div className="dialog-foot">
        <a className="button button-quiet button-compact grow" href="/">
          View Website
        </a>
        <Button variant="quiet" className="button-compact grow" onClick={() => void logOut()}>
          Logout
        </Button>
      </div>
    </Dialog>
  )
}
