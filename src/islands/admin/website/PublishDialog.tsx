import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { NO_WEBSITE, type WebsiteReply } from '#contract/website/website.ts'
import { dateTime } from '#islands/admin/shared/format.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { Changes } from '#islands/admin/website/Changes.tsx'
import { publish, versionQuery } from '#islands/admin/website/publishing.store.ts'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  reply: WebsiteReply
  onClose: () => void
}

/** Shows what differs from the published version and who saved it, and publishes it. */
export function PublishDialog({ reply, onClose }: Props) {
  useSignals()
  const query = useQuery(versionQuery(reply.published?.version ?? 0))
  return (
    <FormDialog
      title="Publish on the website?"
      eyebrow={reply.savedBy ?? undefined}
      submitLabel="Publish"
      pendingLabel="Publishing..."
      cancelLabel="Not now"
      onSubmit={() => publish(reply.version)}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {reply.savedAt && <p className="text-small text-soft">{`Saved ${dateTime(reply.savedAt)}`}</p>}
        <PartStatus query={query} what="published version" />
        {query.data !== undefined && (
          <Changes reply={reply} now={query.data ?? NO_WEBSITE} then={reply.website} />
        )}
        {!reply.canPublish && (
          <p className="message">
            Your changes will appear when the website is next updated, because it has no build hook yet.
          </p>
        )}
      </div>
    </FormDialog>
  )
}
