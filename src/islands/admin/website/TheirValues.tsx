import { useSignals } from '@preact/signals-react/runtime'
import type { WebsiteSection } from '#islands/admin/website/website-parts.ts'
import {
  conflicts,
  dropConflict,
  parts,
  saved,
  takeTheirs,
  today,
} from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'

/** Moves the focus from a button that its press removes to the heading of its part. */
export function focusHeading(pressed: Element): void {
  pressed.closest('section')?.querySelector('h2')?.focus({ preventScroll: true })
}

/** What somebody else has saved of the fields that were also changed here. What was typed stays in them. */
export function TheirValues({ section }: { section: WebsiteSection }) {
  useSignals()
  const theirs = parts.value.filter((part) => part.section === section && part.path in conflicts.value)
  if (theirs.length === 0) return null
  return (
    <div role="alert" className="message grid gap-3">
      <p>
        <span translate="no">{saved.value?.savedBy ?? ''}</span>
        <span> saved these changes while you were typing. What you typed is still in the boxes below.</span>
      </p>
      <ul className="grid gap-3">
        {theirs.map(({ path, label, write, hasOwnRows }) => (
          <li key={path} className="grid gap-2">
            <p className="wrap-anywhere">
              <strong>{`${label}: `}</strong>
              <span>{write(conflicts.value[path], today()) || 'Nothing'}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="quiet"
                className="button-compact"
                onClick={({ currentTarget }) => {
                  focusHeading(currentTarget)
                  takeTheirs(path)
                }}
              >
                Use this
              </Button>
              <Button
                variant="quiet"
                className="button-compact"
                onClick={({ currentTarget }) => {
                  focusHeading(currentTarget)
                  dropConflict(path)
                }}
              >
                {hasOwnRows ? 'Keep both' : 'Keep mine'}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
