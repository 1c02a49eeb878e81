import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebsiteReply } from '#contract/website/website.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { Changes } from '#islands/admin/website/Changes.tsx'
import {
  OUTDATED,
  undoPublication,
  versionQuery,
  withoutEnded,
} from '#islands/admin/website/publishing.store.ts'

interface Props {
  reply: WebsiteReply
  onClose: () => void
}

/** Asks before the version that was published before the last one is published again. */
export function UndoDialog({ reply: newest, onClose }: Props) {
  useSignals()
  // What the owner was asked about, whatever somebody else saves meanwhile.
  const [reply] = useState(newest)
  const query = useQuery(versionQuery(reply.published!.before))
  return (
    <Confirm
      title="Undo what you published?"
      submitLabel="Undo and publish"
      pendingLabel="Publishing..."
      cancelLabel="Not now"
      variant="primary"
      onSubmit={async () =>
        query.data
          ? undoPublication(reply, query.data)
          : {
              message:
                query.data === null
                  ? OUTDATED
                  : 'The version before is still being loaded. Please try again in a moment.',
            }
      }
      onClose={onClose}
    >
      <p>
        The website goes back to the version that was published before this one. Nothing is lost, and you can
        undo this, too.
      </p>
      <PartStatus query={query} what="version before" />
      {query.data === null && <p className="message message-bad">{OUTDATED}</p>}
      {query.data && <Changes reply={reply} now={reply.website} then={withoutEnded(query.data)} />}
    </Confirm>
  )
}
