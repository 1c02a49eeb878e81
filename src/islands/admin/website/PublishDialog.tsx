import { useSignals } from '@preact/signals-react/runtime'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { WebsiteReply } from '#contract/website.ts'
import { dateTime } from '#islands/admin/shared/format.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { findPublished, publish } from '#islands/admin/website/publishing.store.ts'
import { draftOf } from '#islands/admin/website/website-draft.ts'
import { changesBetween } from '#islands/admin/website/website-parts.ts'
import { parts, today } from '#islands/admin/website/website.store.ts'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  reply: WebsiteReply
  onClose: () => void
}

const publishedQuery = (reply: WebsiteReply) =>
  queryOptions({
    queryKey: ['website', 'published', reply.published?.version ?? 0],
    queryFn: () => findPublished(reply),
  })

/** Returns the values of src/content that visitors see: made-up ones are left out on the live website. */
const shownFiles = ({ files, examples }: WebsiteReply): WebsiteReply['files'] => ({
  ...files,
  ...(examples.gettingHere && { gettingHere: [] }),
  ...(examples.prices && {
    prices: {
      firstVisit: [],
      therapies: Object.fromEntries(Object.keys(files.prices.therapies).map((id) => [id, []])),
    },
  }),
})

/** Shows what differs from the published version and who saved it, and publishes it. */
export function PublishDialog({ reply, onClose }: Props) {
  useSignals()
  const query = useQuery(publishedQuery(reply))
  const day = today()
  const files = shownFiles(reply)
  const changes =
    query.data &&
    changesBetween(
      parts.value,
      draftOf({ ...reply, files, website: query.data }, day),
      draftOf({ ...reply, files }, day),
      day,
    )
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
        {changes?.length === 0 && <p>Nothing differs from what is on the website.</p>}
        {changes && changes.length > 0 && (
          <dl className="website-changes">
            {changes.map(({ part, before, after }) => (
              <div key={part.path}>
                <dt>{part.label}</dt>
                <dd>
                  <span className="sr-only">Now: </span>
                  <del>{before || 'Nothing'}</del>
                </dd>
                <dd>
                  <span className="sr-only">Then: </span>
                  <ins>{after || 'Nothing'}</ins>
                </dd>
              </div>
            ))}
          </dl>
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
