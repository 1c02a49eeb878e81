import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { hrefOf, type Tab, TABS } from '../router.ts'
import type { Detail } from './detail.store.ts'

interface Props<Thing> {
  /** Where it is listed. */
  tab: Tab
  /** What it is: "voucher". */
  kind: string
  id: string
  detail: Detail<Thing>
  title: (thing: Thing) => string
  badges?: (thing: Thing) => ReactNode
  children: (thing: Thing) => ReactNode
}

/** One thing of a list: beside it, or a page of its own on a phone. */
export function DetailPanel<Thing>({ tab, kind, id, detail, title, badges, children }: Props<Thing>) {
  useSignals()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    void detail.open(id)
    heading.current?.focus({ preventScroll: matchMedia('(min-width: 60rem)').matches })
    return () => focusEntry(hrefOf(tab, id))
  }, [tab, id, detail])

  function tryAgain() {
    // The button that has the focus will be gone.
    heading.current?.focus()
    void detail.open(id)
  }

  const looked = detail.state.value
  const loaded = looked?.name === 'here' && looked.id === id ? looked : undefined
  useEffect(() => {
    // The button that made it so may be gone.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
  const kindLabel = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  return (
    <section className="side" tabIndex={-1} aria-label={kindLabel}>
      <a className="link link-back side-back" href={hrefOf(tab)}>
        {TABS[tab]}
      </a>
      <div className="entry-head justify-between">
        <h2 ref={heading} tabIndex={-1} className="side-title">
          {loaded ? title(loaded.thing) : kindLabel}
        </h2>
        {loaded && badges?.(loaded.thing)}
      </div>
      {loaded ? children(loaded.thing) : <NotLoaded kind={kind} detail={detail} onTryAgain={tryAgain} />}
    </section>
  )
}

/** Back where one came from, once that is drawn again. */
function focusEntry(address: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const entry = document.querySelector<HTMLElement>(`.entries a[href="${CSS.escape(address)}"]`)
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

/** A line of <dl className="side-facts">. */
export function Fact({ label, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What can be done about a fact, beneath it. */
export function FactButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <span className="block">
      <button type="button" className="text-button" onClick={onPress}>
        {children}
      </button>
    </span>
  )
}
