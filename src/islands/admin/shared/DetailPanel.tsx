import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { hrefOf, type Tab, TABS } from '../router.ts'
import type { Detail } from './detail.store.ts'
import { useLostFocus } from './use-lost-focus.ts'

interface Props<Item> {
  /** The tab of the list. */
  tab: Tab
  /** Names an item in messages: "voucher". */
  kind: string
  id: string
  detail: Detail<Item>
  title: (item: Item) => string
  badges?: (item: Item) => ReactNode
  children: (item: Item) => ReactNode
}

/** The details of a list's item: beside the list, or a page of its own on a phone. */
export function DetailPanel<Item>({ tab, kind, id, detail, title, badges, children }: Props<Item>) {
  useSignals()
  const state = detail.state.value
  const heading = useLostFocus<HTMLHeadingElement>(state)
  useEffect(() => {
    void detail.open(id)
    heading.current?.focus({ preventScroll: matchMedia('(min-width: 60rem)').matches })
    return () => focusEntry(hrefOf(tab, id))
  }, [tab, id, detail, heading])

  function tryAgain() {
    // The focused button is about to be removed.
    heading.current?.focus()
    void detail.open(id)
  }

  const loaded = state?.name === 'here' && state.id === id ? state : undefined
  const kindLabel = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  return (
    <section className="side" tabIndex={-1} aria-label={kindLabel}>
      <a className="link link-back side-back" href={hrefOf(tab)}>
        {TABS[tab]}
      </a>
      <div className="entry-head justify-between">
        <h2 ref={heading} tabIndex={-1} className="side-title">
          {loaded ? title(loaded.item) : kindLabel}
        </h2>
        {loaded && badges?.(loaded.item)}
      </div>
      {loaded ? children(loaded.item) : <NotLoaded kind={kind} detail={detail} onTryAgain={tryAgain} />}
    </section>
  )
}

/** Focuses the item's link in the list, once it is rendered again. */
function focusEntry(href: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const entry = document.querySelector<HTMLElement>(`.entries a[href="${CSS.escape(href)}"]`)
    const next = entry ?? document.querySelector<HTMLElement>('main')
    next?.focus()
  })
}

interface AbsentProps {
  kind: string
  detail: Pick<Detail<unknown>, 'state'>
  onTryAgain: () => void
}

function NotLoaded({ kind, detail, onTryAgain }: AbsentProps) {
  useSignals()
  switch (detail.state.value?.name) {
    case 'missing':
      return <p role="alert">There is no such {kind}.</p>
    case 'failed':
      return (
        <div className="stack">
          <p role="alert">This {kind} could not be loaded. Nothing is lost.</p>
          <Button variant="quiet" className="button-compact" onClick={onTryAgain}>
            Try again
          </Button>
        </div>
      )
    default:
      return (
        <p role="status" className="text-soft">
          Loading the {kind}...
        </p>
      )
  }
}

interface FactProps {
  label: string
  children: ReactNode
}

/** A row of <dl className="side-facts">. */
export function Fact({ label, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An action below a fact. */
export function FactButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <span className="block">
      <button type="button" className="text-button" onClick={onPress}>
        {children}
      </button>
    </span>
  )
}
