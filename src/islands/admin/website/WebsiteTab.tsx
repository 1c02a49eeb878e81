import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { dateTime } from '#islands/admin/shared/format.ts'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { ContactFields } from '#islands/admin/website/ContactFields.tsx'
import { NoticeFields } from '#islands/admin/website/NoticeFields.tsx'
import { OpeningFields } from '#islands/admin/website/OpeningFields.tsx'
import { PricesFields } from '#islands/admin/website/PricesFields.tsx'
import { PublishDialog } from '#islands/admin/website/PublishDialog.tsx'
import { watchPublishing } from '#islands/admin/website/publishing.store.ts'
import { SaveBar } from '#islands/admin/website/SaveBar.tsx'
import { TheirValues } from '#islands/admin/website/TheirValues.tsx'
import { VersionsDialog } from '#islands/admin/website/VersionsDialog.tsx'
import type { WebsiteSection } from '#islands/admin/website/website-parts.ts'
import {
  askBeforeLeaving,
  draft,
  save,
  saved,
  showSaved,
  websiteQuery,
} from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/focus.ts'

const SECTIONS: { name: WebsiteSection; title: string; where: string; Fields: () => ReactNode }[] = [
  {
    name: 'opening',
    title: 'Opening',
    where:
      'Shown on the home page, in the menu and footer, in the bar on phones, in emails and in search engines. “Open now” and the appointment form also use these hours.',
    Fields: OpeningFields,
  },
  {
    name: 'notice',
    title: 'Notice',
    where: 'Shown at the top of every page. Visitors can close it.',
    Fields: NoticeFields,
  },
  {
    name: 'contact',
    title: 'Contact',
    where: 'Shown in the header, menu and footer, on the home page, in emails and on the legal pages.',
    Fields: ContactFields,
  },
  {
    name: 'prices',
    title: 'Prices',
    where: 'Shown in the table on the home page, on each therapy’s page and in search engines.',
    Fields: PricesFields,
  },
]

/** What the owner changes of the public website. One form: what is typed stays while another tab of the portal is open. */
export function WebsiteTab() {
  useSignals()
  const query = useQuery(websiteQuery)
  const [open, setOpen] = useState<'publish' | 'versions'>()
  useEffect(() => {
    if (query.data) showSaved(query.data)
  }, [query.data])
  useEffect(watchPublishing, [])
  useEffect(askBeforeLeaving, [])
  const reply = query.data && saved.value
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title="Website"
        figures={
          reply?.savedBy && reply.savedAt ? (
            <>
              <span>{`Saved ${dateTime(reply.savedAt)} by `}</span>
              <span translate="no">{reply.savedBy}</span>
            </>
          ) : null
        }
      >
        <Button
          variant="quiet"
          className="button-compact"
          aria-haspopup="dialog"
          onClick={() => setOpen('versions')}
        >
          Earlier Versions
        </Button>
      </PageHeader>
      <PartStatus query={query} what="website’s details" />
      {reply && draft.value && (
        <form
          noValidate
          className="website"
          aria-label="Website"
          onSubmit={(event) => {
            event.preventDefault()
            const form = event.currentTarget
            void save().then((isSaved) => isSaved || focusFirstError(form))
          }}
        >
          <Jumps />
          {reply.brokenVersion !== null && <BrokenVersion />}
          {SECTIONS.map(({ name, title, where, Fields }) => (
            <section key={name} className="website-section" aria-labelledby={`website-${name}`}>
              <div>
                <h2 id={`website-${name}`} tabIndex={-1} className="outline-none">
                  {title}
                </h2>
                <p className="text-small text-soft">{where}</p>
              </div>
              <div className="website-fields">
                <TheirValues section={name} />
                <Fields />
              </div>
            </section>
          ))}
          <SaveBar onPublish={() => setOpen('publish')} />
        </form>
      )}
      {open === 'publish' && reply && <PublishDialog reply={reply} onClose={close} />}
      {open === 'versions' && <VersionsDialog onClose={close} />}
    </>
  )
}

/** Buttons, because a fragment in the address names a tab. */
function Jumps() {
  return (
    <nav aria-label="Parts of the website" className="website-jumps">
      {SECTIONS.map(({ name, title }) => (
        <Button
          key={name}
          variant="quiet"
          className="button-compact"
          onClick={() => {
            const heading = document.querySelector<HTMLElement>(`#website-${name}`)
            heading?.scrollIntoView({ block: 'start' })
            heading?.focus({ preventScroll: true })
          }}
        >
          {title}
        </Button>
      ))}
    </nav>
  )
}

const BrokenVersion = () => (
  <p role="alert" className="message message-bad">
    The version that was saved last no longer fits the website, so you see the last one that does. Please
    check it and save it again.
  </p>
)
