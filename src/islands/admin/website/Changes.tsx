import type { Website, WebsiteReply } from '#contract/website/website.ts'
import { changesIn, textsOf, WEBSITE_PARTS } from '#islands/admin/website/website-texts.ts'
import { today } from '#islands/admin/website/website.store.ts'

interface Props {
  reply: WebsiteReply
  now: Website
  then: Website
}

/** The list Now / Then: what visitors see of two versions, where that differs. */
export function Changes({ reply, now, then }: Props) {
  const files = shownFiles(reply)
  const [before, after] = [now, then].map((website) => textsOf({ ...reply, files, website }, today()))
  const context = { therapies: reply.therapies, today: today() }
  const changes = WEBSITE_PARTS.flatMap((part) => changesIn(part, before![part], after![part], context))
  if (changes.length === 0) return <p>Nothing differs from what is on the website.</p>
  return (
    <dl>
      {changes.map(({ label, before, after }) => (
        <div key={label} className="grid gap-1 border-t border-rule py-3 wrap-anywhere">
          <dt className="text-small text-soft">{label}</dt>
          <dd>
            <span className="sr-only">Now: </span>
            <del className="text-soft">{before || 'Nothing'}</del>
          </dd>
          <dd>
            <span className="sr-only">Then: </span>
            <ins className="font-[520] no-underline">{after || 'Nothing'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

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
