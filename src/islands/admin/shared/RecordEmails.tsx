import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AdminEmail } from '#contract/email/emails.ts'
import { recordEmailsQuery } from '#islands/admin/shared/email-actions.ts'
import { describeEmail, isLost } from '#islands/admin/shared/email-labels.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { ResendEmailDialog } from '#islands/admin/shared/ResendEmailDialog.tsx'
import { useKeptItem } from '#islands/admin/shared/use-kept-item.ts'

/** An email normally leaves within seconds, and has its address then. */
const LOOK_AGAIN_MS = 2000
const LOOKS_MAX = 10

const isLeaving = ({ state, since }: AdminEmail) =>
  state === 'sending' || (state === 'waiting' && since !== undefined)

/** The emails to customers about a voucher, an order or an enquiry, newest first, and where each one is. */
export function RecordEmails({ id }: { id: string }) {
  const query = useQuery({
    ...recordEmailsQuery(id),
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < LOOKS_MAX && state.data?.emails.some(isLeaving) ? LOOK_AGAIN_MS : false,
  })
  const place = useRef<HTMLElement>(null)
  const { item, isHidden } = useKeptItem(query.data, place)
  const isLastKnown = item?.isReported === false && item.emails.some(({ state }) => state === 'sent')
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="emails-about">
      <h3 id="emails-about">Emails</h3>
      <PartStatus query={query} what="emails" />
      {item?.emails.length === 0 && (
        <p className="mt-2 text-small text-soft">There are no emails about this.</p>
      )}
      {item && item.emails.length > 0 && (
        <ol className={isHidden ? 'ledger invisible' : 'ledger'}>
          {item.emails.map((email) => (
            <EmailEntry key={email.id} email={email} />
          ))}
        </ol>
      )}
      {isLastKnown && (
        <p className="text-small text-soft">
          “Sent” means that the email has left us. We will hear more only if it comes back.
        </p>
      )}
    </section>
  )
}

function EmailEntry({ email }: { email: AdminEmail }) {
  const [isResending, setResending] = useState(false)
  const { what, recipient, canResend } = email
  return (
    <li>
      <p className="font-semibold">{what}</p>
      {recipient && (
        <p className="wrap-anywhere" translate="no">
          {recipient}
        </p>
      )}
      <p className={isLost(email) ? 'font-medium text-bad' : 'text-soft'}>{describeEmail(email)}</p>
      {canResend && (
        <button
          type="button"
          className="text-button pointer-coarse:min-h-target"
          aria-haspopup="dialog"
          aria-label={`Send again: ${what}`}
          onClick={() => setResending(true)}
        >
          Send again
        </button>
      )}
      {isResending && <ResendEmailDialog email={email} onClose={() => setResending(false)} />}
    </li>
  )
}
