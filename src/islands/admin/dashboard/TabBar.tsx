import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { hrefOf, route, type Tab, TABS } from '../router.ts'

export function TabBar() {
  useSignals()
  return (
    <nav className="admin-tabs" aria-label="Portal">
      <div className="wrap">
        {(Object.keys(TABS) as Tab[]).map((tab) => (
          <TabLink key={tab} tab={tab} open={tab === route.value.tab} />
        ))}
      </div>
    </nav>
  )
}

function TabLink({ tab, open }: { tab: Tab; open: boolean }) {
  const link = useRef<HTMLAnchorElement>(null)
  // On a phone the bar is wider than the screen.
  useEffect(() => {
    if (open) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <a ref={link} href={hrefOf(tab)} aria-current={open ? 'page' : undefined}>
      {TABS[tab]}
    </a>
  )
}
