import { useSignals } from '@preact/signals-react/runtime'
import { relativeTime, timeOfDay } from '#islands/admin/shared/format.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { clock, live, publicationOf, type Publication } from '#islands/admin/website/publishing.store.ts'
import { discard, isUnsaved, save, saved, saveState, unsaved } from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { showToast } from '#ui/toast.ts'

/** What is not saved, not published or being published, and what to do next. */
export function SaveBar({ onPublish }: { onPublish: () => void }) {
  useSignals()
  const reply = saved.value!
  const publication = publicationOf(reply, live.value, clock.value)
  const isUnpublished = reply.version > (reply.published?.version ?? 0)
  // Save and Discard disappear with the focus.
  const status = useLostFocus<HTMLParagraphElement>(isUnsaved.value)
  const isSaving = saveState.value.name === 'saving'
  return (
    <div className="website-bar">
      <div className="grow">
        <div role="alert" className="empty:hidden">
          {saveState.value.name === 'failed' && (
            <p className="message message-bad">{saveState.value.message}</p>
          )}
        </div>
        <p ref={status} tabIndex={-1} role="status" className="text-small outline-none">
          <span>{isUnsaved.value ? unsavedText() : stateText(publication, isUnpublished)}</span>
        </p>
      </div>
      <div className="website-bar-acts">
        {isUnsaved.value && (
          <>
            <Button variant="quiet" className="button-compact" disabled={isSaving} onClick={discardWithUndo}>
              Discard
            </Button>
            <Button
              type="submit"
              variant="quiet"
              className="button-compact min-w-24"
              pendingLabel={isSaving ? 'Saving...' : undefined}
            >
              Save
            </Button>
          </>
        )}
        {(isUnsaved.value || isUnpublished || publication.name === 'late') && (
          <Button
            className="button-compact"
            aria-haspopup="dialog"
            disabled={isSaving}
            onClick={(event) => {
              const { form } = event.currentTarget
              if (!isUnsaved.value) return onPublish()
              void save().then((isSaved) => (isSaved ? onPublish() : form && focusFirstError(form)))
            }}
          >
            {isUnsaved.value ? 'Save and publish' : 'Publish'}
          </Button>
        )}
      </div>
    </div>
  )
}

function discardWithUndo(): void {
  const undo = discard()
  showToast({
    title: 'Discarded',
    description: 'The form shows what was last saved.',
    action: [{ label: 'Undo', onPress: undo }],
  })
}

function unsavedText(): string {
  const count = unsaved.value.length
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
      return publication.since ? `Live since ${sinceText(publication.since)}.` : 'Live.'
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
