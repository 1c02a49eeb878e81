import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { WebsitePart } from '#contract/website/website.ts'
import { websiteForms } from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { showToast } from '#ui/toast.ts'

interface Props {
  part: WebsitePart
  title: string
  /** Where visitors see it. */
  where: string
  children: ReactNode
}

/** A part of the website: its form with Save and Discard. */
export function WebsiteSection({ part, title, where, children }: Props) {
  useSignals()
  const form = websiteForms[part]
  const isSaving = form.isSaving.value
  return (
    <section
      className="grid gap-5 border-t border-edge pt-6 pb-9 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-12"
      aria-labelledby={`website-${part}`}
    >
      <div>
        <h2 id={`website-${part}`} tabIndex={-1} className="scroll-mt-6 outline-none">
          {title}
        </h2>
        <p className="text-small text-soft">{where}</p>
      </div>
      <form
        noValidate
        className="grid gap-7"
        onSubmit={(event) => {
          event.preventDefault()
          const element = event.currentTarget
          void form.save().then((isSaved) => isSaved || focusFirstError(element))
        }}
      >
        {children}
        <div role="alert" className="empty:hidden">
          {form.message.value !== '' && (
            <div className="message message-bad grid gap-3">
              <p>
                <span>{form.message.value}</span>
              </p>
              {form.isOutdated.value && <TheirValues part={part} />}
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="quiet"
            className="button-compact min-w-24"
            pendingLabel={isSaving ? 'Saving...' : undefined}
          >
            <span>Save</span>
            <span className="sr-only">{` ${title}`}</span>
          </Button>
          {form.isUnsaved.value && (
            <Button
              variant="quiet"
              className="button-compact"
              disabled={isSaving}
              onClick={({ currentTarget }) => {
                focusSave(currentTarget)
                discard(part)
              }}
            >
              <span>Discard</span>
              <span className="sr-only">{` ${title}`}</span>
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

/** What somebody else has saved. What was typed stays in the fields. */
function TheirValues({ part }: { part: WebsitePart }) {
  useSignals()
  const form = websiteForms[part]
  return (
    <>
      <p>What you typed is still in the boxes. This is what they saved:</p>
      <ul className="grid gap-1">
        {form.changes.value.map(({ label, before }) => (
          <li key={label} className="wrap-anywhere">
            <strong>{`${label}: `}</strong>
            <span>{before || 'Nothing'}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          className="button-compact"
          onClick={({ currentTarget }) => {
            focusSave(currentTarget)
            discard(part)
          }}
        >
          Use this
        </Button>
        <Button
          variant="quiet"
          className="button-compact"
          onClick={({ currentTarget }) => {
            focusSave(currentTarget)
            form.keepMine()
          }}
        >
          Keep mine
        </Button>
      </div>
    </>
  )
}

/** Moves the focus from a button that its press removes. */
const focusSave = ({ form }: HTMLButtonElement): void =>
  form?.querySelector<HTMLElement>('[type=submit]')?.focus()

function discard(part: WebsitePart): void {
  const undo = websiteForms[part].discard()
  showToast({
    title: 'Discarded',
    description: 'The form shows what was last saved.',
    action: [{ label: 'Undo', onPress: undo }],
  })
}
