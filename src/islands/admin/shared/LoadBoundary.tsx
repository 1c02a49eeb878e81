import type { ReactNode } from 'react'
import { keepDrafts } from '#islands/admin/shared/kept-drafts.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'

interface Props {
  /** Closes what a press has opened. With it, the message is in a dialog, because it has no place in the page. */
  onClose?: () => void
  children: ReactNode
}

/**
 * Shows a message in place of a part of the portal whose code fails to load, and leaves the rest alone. After an update of
 * the website, the former names of files are gone. React keeps the failure, so only a reload helps.
 */
export function LoadBoundary({ onClose, children }: Props) {
  const fallback = onClose ? (
    <Dialog title="Please reload the page" onClose={onClose}>
      <div className="dialog-body">
        <PartFailed />
      </div>
    </Dialog>
  ) : (
    <div className="admin-main">
      <PartFailed />
    </div>
  )
  return <ErrorBoundary fallback={fallback}>{children}</ErrorBoundary>
}

const PartFailed = () => (
  <LoadFailed beforeReload={keepDrafts}>
    We could not load this part of the portal. The website may have been updated, or the connection was lost.
    Please reload the page.
  </LoadFailed>
)
