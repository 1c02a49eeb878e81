import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { WebsitePart } from '#contract/website/website.ts'
import { dateTime } from '#islands/admin/shared/format.ts'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { ContactFields } from '#islands/admin/website/ContactFields.tsx'
import { GettingHereFields } from '#islands/admin/website/GettingHereFields.tsx'
import { NoticeFields } from '#islands/admin/website/NoticeFields.tsx'
import { OpeningFields } from '#islands/admin/website/OpeningFields.tsx'
import { PricesFields } from '#islands/admin/website/PricesFields.tsx'
import { PublishBar } from '#islands/admin/website/PublishBar.tsx'
import { PublishDialog } from '#islands/admin/website/PublishDialog.tsx'
import { watchPublishing } from '#islands/admin/website/publishing.store.ts'
import { UndoDialog } from '#islands/admin/website/UndoDialog.tsx'
import { VersionsDialog } from '#islands/admin/website/VersionsDialog.tsx'
import { askBeforeLeaving, saved, showSaved, websiteQuery } from '#islands/admin/website/website.store.ts'
import { WebsiteSection } from '#islands/admin/website/WebsiteSection.tsx'
import { Button } from '#ui/Button.tsx'

const SECTIONS: { part: WebsitePart; title: string; where: string; Fields: () => ReactNode }[] = [
  {
    part: 'opening',
    title: 'Opening',
    where:
      'Shown on the home page, in the menu and footer, in the bar on phones, in emails and in search engines. “Open now” and the appointment form also use these hours.',
    Fields: OpeningFields,
  },
  {
    part: 'notice',
    title: 'Notice',
    where: 'Shown at the top of every page. Visitors can close it.',
    Fields: NoticeFields,
  },
  {
    part: 'contact',
    title: 'Contact',
    where: 'Shown in the header, menu and footer, on the home page, in emails and on the legal pages.',
    Fields: ContactFields,
  },
  {
    part: 'gettingHere',
    title: 'Getting here',
    where: 'Shown on the home page.',
    Fields: GettingHereFields,
  },
  {
    part: 'prices',
    title: 'Prices',
    where: 'Shown in the table on the home page, on each therapy’s page and in search engines.',
    Fields: PricesFields,
  },
]

/** What the owner changes of the public website. What is typed stays while another tab of the portal is open. */
export function WebsiteTab() {
  useSignals()
  const query = useQuery(websiteQuery)
  const [open, setOpen] = useState<'publish' | 'undo' | 'versions'>()
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
      {reply && (
        <div className="mt-6 *:not-[.website-bar]:max-w-[62rem]">
          <Jumps />
          {reply.brokenVersion !== null && <BrokenVersion />}
          {SECTIONS.map(({ part, title, where, Fields }) => (
            <WebsiteSection key={part} {...{ part, title, where }}>
              <Fields />
            </WebsiteSection>
          ))}
          <PublishBar onPublish={() => setOpen('publish')} onUndo={() => setOpen('undo')} />
        </div>
      )}
      {open === 'publish' && reply && <PublishDialog reply={reply} onClose={close} />}
      {open === 'undo' && reply && <UndoDialog reply={reply} onClose={close} />}
      {open === 'versions' && <VersionsDialog onClose={close} />}
    </>
  )
}

/** Buttons, because a fragment in the address names a tab. */
function Jumps() {
  return (
    <nav
      aria-label="Parts of the website"
      className="flex flex-wrap gap-2 pb-6 max-[24rem]:grid max-[24rem]:grid-cols-2"
    >
      {SECTIONS.map(({ part, title }) => (
        <Button
          key={part}
          variant="quiet"
          className="button-compact max-md:flex-1 max-md:px-3"
          onClick={() => {
            const heading = document.querySelector<HTMLElement>(`#website-${part}`)
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
