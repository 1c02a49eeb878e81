import { useSignals } from '@preact/signals-react/runtime'
import type { WebsitePart } from '#contract/website/website.ts'
import { relativeTime, timeOfDay } from '#islands/admin/shared/format.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { clock, live, publicationOf, type Publication } from '#islands/admin/website/publishing.store.ts'
import { isSaving, isUnsaved, saveAll, saved, unsavedCount } from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/focus.ts'

interface Props {
  onPublish: () => void
  onUndo: () => void
}

/** What is not saved, not published or being published, and what to do next. */
export function PublishBar({ onPublish, onUndo }: Props) {
  useSignals()
  const reply = saved.value!
  const publication = publicationOf(reply, live.value, clock.value)
  const isUnpublished = reply.version > (reply.published?.version ?? 0)
  const canPublish = isUnsaved.value || isUnpublished || publication.name === 'late'
  const canUndo = !isUnsaved.value && !isUnpublished && reply.published !== null
  // Publish and Undo disappear with the focus.
  const status = useLostFocus<HTMLParagraphElement>(`${canPublish} ${canUndo}`)
  return (
    <div className="website-bar">
      <p ref={status} tabIndex={-1} role="status" className="grow text-small outline-none">
        <span>{isUnsaved.value ? unsavedText() : stateText(publication, isUnpublished)}</span>
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden max-md:w-full max-md:*:grow">
        {canUndo && (
          <Button variant="quiet" className="button-compact" aria-haspopup="dialog" onClick={onUndo}>
            Undo
          </Button>
        )}
        {canPublish && (
          <Button
            className="button-compact"
            aria-haspopup="dialog"
            pendingLabel={isSaving.value ? 'Saving...' : undefined}
            onClick={() => {
              if (!isUnsaved.value) return onPublish()
              void saveAll().then((part) => (part ? showProblem(part) : onPublish()))
            }}
          >
            {isUnsaved.value ? 'Save and publish' : 'Publish'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Leads to the first error of a part, or to the message why it is not saved. */
function showProblem(part: WebsitePart): void {
  const section = document.querySelector<HTMLElement>(`[aria-labelledby="website-${part}"]`)
  if (!section) return
  focusFirstError(section)
  section.querySelector('.message-bad')?.scrollIntoView({ block: 'nearest' })
}

function unsavedText(): string {
  const count = unsavedCount.value
  if (count === 0) return 'Not saved yet.'
  return `${count === 1 ? '1 change' : `${count} changes`} not saved yet.`
}

function stateText(publication: Publication, isUnpublished: boolean): string {
  if (isUnpublished && publication.name !== 'building' && publication.name !== 'queued') {
    return 'Saved, but not on the website yet.'
  }
  const newer = isUnpublished ? ' Changes saved since “Publish” was pressed are not included.' : ''
  switch (publication.name) {
    case 'never':
      return 'Nothing has been changed here yet.'
    case 'live':
      return publication.since ? `Published. Live since ${sinceText(publication.since)}.` : 'Published. Live.'
    case 'building':
      return `Publishing began at ${timeOfDay(publication.since)}. It usually takes about two minutes.${newer}`
    case 'queued':
      return `Publishing will begin at ${timeOfDay(publication.until)}. You can leave this page.${newer}`
    case 'late':
      return `Publishing began at ${timeOfDay(publication.since)} and has not finished. The website still shows the earlier version. Please press “Publish” again. If that does not help, please ask the person who looks after the website to check the latest deploy in Netlify.`
    case 'next-deploy':
      return 'Saved. Your changes will appear when the website is next updated. To publish them yourself, please ask the person who looks after the website to set up a build hook.'
  }
}

function sinceText(time: string): string {
  const day = relativeTime(time)
  if (day === timeOfDay(time)) return day
  return `${day === 'Yesterday' ? 'yesterday' : day}, ${timeOfDay(time)}`
}
