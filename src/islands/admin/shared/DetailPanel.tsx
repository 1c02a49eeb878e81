import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { goTo, hrefOf, TABS, type Tab } from '#islands/admin/router.ts'
import { isBesideList } from '#islands/admin/shared/list-address.ts'
import { onEscape } from '#islands/admin/shared/on-escape.ts'
import type { detailQuery } from '#islands/admin/shared/server-data.ts'
import { useKeptItem } from '#islands/admin/shared/use-kept-item.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { usePanelHeight } from '#islands/admin/shared/use-panel-height.ts'
import { ApiError } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { CloseIcon } from '#ui/icons.tsx'

interface Props<Item> {
  /** The tab of the list. */
  tab: Tab
  /** Names an item in messages: "voucher". */
  kind: string
  id: string
  query: ReturnType<typeof detailQuery<Item>>
  title: (item: Item) => string
  badges?: (item: Item) => ReactNode
  children: (item: Item) => ReactNode
}

/** The details of a list's item: beside the list, or a page of its own in a narrow window. */
export function DetailPanel<Item>({ tab, kind, id, query, title, badges, children }: Props<Item>) {
  const { data, error, isFetching, refetch } = useQuery(query)
  const missing = isMissing(error)
  const panel = useRef<HTMLElement>(null)
  usePanelHeight(panel)
  const kept = useKeptItem(data, panel)
  const item = missing ? undefined : kept.item
  const heading = useLostFocus<HTMLHeadingElement>(item ?? error)
  useEffect(() => {
    heading.current?.focus({ preventScroll: isBesideList() })
    return () => focusEntry(hrefOf(tab, id))
  }, [tab, id, heading])
  // A field has an Escape of its own.
  useEffect(() => onEscape((target) => target.closest('input, select, textarea') || goTo(tab)), [tab])

  function tryAgain() {
    // The focused button is about to be removed.
    heading.current?.focus()
    void refetch()
  }

  const kindLabel = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  return (
    <section
      ref={panel}
      className={kept.isHidden ? 'side invisible' : 'side'}
      tabIndex={-1}
      aria-label={kindLabel}
    >
      <a className="link link-back side-back" href={hrefOf(tab)}>
        {TABS[tab]}
      </a>
      <div className="entry-head justify-between">
        <h2 ref={heading} tabIndex={-1} className="side-title" translate={item ? 'no' : 'yes'}>
          {item ? title(item) : kindLabel}
        </h2>
        {item && badges?.(item)}
        <CloseLink tab={tab} />
      </div>
      {item ? (
        children(item)
      ) : (
        <NotLoaded
          kind={kind}
          state={isFetching ? 'loading' : missing ? 'missing' : 'failed'}
          onTryAgain={tryAgain}
        />
      )}
    </section>
  )
}

/** Closes the panel beside a list. */
export const CloseLink = ({ tab }: { tab: Tab }) => (
  <a className="button-sign side-close" aria-label="Close" href={hrefOf(tab)}>
    <CloseIcon />
  </a>
)

/** 400 means an invalid id: the URL may have been truncated. */
const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Focuses the item's link in the list once it is rendered again, or the page if it has none. The list beside it stays. */
export function focusEntry(href: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const entry = document.querySelector<HTMLElement>(`.entries a[href="${CSS.escape(href)}"]`)
    const next = entry ?? document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: isBesideList() })
  })
}

interface NotLoadedProps {
  kind: string
  state: 'loading' | 'missing' | 'failed'
  onTryAgain: () => void
}

function NotLoaded({ kind, state, onTryAgain }: NotLoadedProps) {
  switch (state) {
    case 'missing':
      return (
        <p role="alert">{`We could not find this ${kind}. Please check the link, or look in the list.`}</p>
      )
    case 'failed':
      return (
        <div className="stack">
          <p role="alert">{`We could not load this ${kind}. Nothing is lost.`}</p>
          <Button variant="quiet" className="button-compact" onClick={onTryAgain}>
            Try again
          </Button>
        </div>
      )
    case 'loading':
      return (
        <p role="status" className="text-soft">
          {`Loading the ${kind}...`}
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
      <button type="button" className="text-button pointer-coarse:min-h-target" onClick={onPress}>
        {children}
      </button>
    </span>
  )
}
