import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { dateTime } from '#islands/admin/shared/format.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { queryClient } from '#islands/admin/shared/server-data.ts'
import { OUTDATED, versionQuery, versionsQuery } from '#islands/admin/website/publishing.store.ts'
import { loadIntoForms } from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { showToast } from '#ui/toast.ts'

/** The first version, which is in src/content. */
const DELIVERED = { version: 0, savedBy: null, savedAt: null, publishedAt: null }

const nameOf = (savedAt: string | null) => (savedAt ? dateTime(savedAt) : 'The website as delivered')

/** Lists earlier versions, and loads one into the form. */
export function VersionsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(versionsQuery)
  const [loading, setLoading] = useState<number>()
  const [message, setMessage] = useState('')

  async function load(version: number) {
    setLoading(version)
    setMessage('')
    try {
      const website = await queryClient.fetchQuery(versionQuery(version))
      if (!website) return setMessage(OUTDATED)
      const undo = loadIntoForms(website)
      showToast({
        title: 'Version loaded',
        description: 'Please check it. It is saved when you press Save.',
        action: [{ label: 'Undo', onPress: undo }],
      })
      onClose()
    } catch (error) {
      setMessage(errorMessage(error, 'This version could not be loaded. Please try again.'))
    } finally {
      setLoading(undefined)
    }
  }

  return (
    <Dialog title="Earlier versions" eyebrow="Website" onClose={onClose}>
      <div className="dialog-body grid content-start gap-4">
        <p>Load a version into the form to look at it or to bring it back. What you typed is replaced.</p>
        <p role="alert" className="message message-bad empty:hidden">
          {message && <span>{message}</span>}
        </p>
        <PartStatus query={query} what="versions" />
        <ul className="entries">
          {query.data &&
            [...query.data.versions, DELIVERED].map(({ version, savedBy, savedAt, publishedAt }) => (
              <li key={version} className="entry">
                <div className="entry-head">
                  <div className="min-w-0">
                    <p className="entry-name">{nameOf(savedAt)}</p>
                    {savedBy && (
                      <p className="text-small text-soft wrap-anywhere" translate="no">
                        {savedBy}
                      </p>
                    )}
                    {publishedAt && (
                      <p className="text-small text-soft">{`Published ${dateTime(publishedAt)}`}</p>
                    )}
                  </div>
                  <Button
                    variant="quiet"
                    className="button-compact min-w-24"
                    pendingLabel={loading === version ? 'Loading...' : undefined}
                    onClick={() => void load(version)}
                  >
                    <span>Load</span>
                    <span className="sr-only">{` ${savedAt ? 'the version of ' : ''}${nameOf(savedAt)}`}</span>
                  </Button>
                </div>
              </li>
            ))}
        </ul>
      </div>
    </Dialog>
  )
}
