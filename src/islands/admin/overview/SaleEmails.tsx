import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { saleEmailChoices, SUMMARY_TIME, type Settings } from '#contract/notices/settings.ts'
import { changeSettings, settingsQuery } from '#islands/admin/overview/settings.store.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { Button } from '#ui/Button.tsx'

type Choice = Settings['saleEmails']

const CHOICES: Record<Choice, { label: string; hint: ReactNode; saved: string }> = {
  each: {
    label: 'One email for each sale',
    hint: 'Sent as soon as the sale has been paid for.',
    saved: 'From now on, you will get an email for each sale.',
  },
  daily: {
    label: 'One summary a day',
    hint: `Sent soon after ${SUMMARY_TIME} on days with sales. Every owner gets it too.`,
    saved: `From now on, you will get a summary soon after ${SUMMARY_TIME} on days with sales.`,
  },
}

/** The owner's choice of emails about online sales, saved at once. A choice that could not be saved stays chosen. */
export function SaleEmails() {
  const query = useQuery(settingsQuery)
  const [unsaved, setUnsaved] = useState<Choice>()
  const [isSaving, setSaving] = useState(false)
  const chosen = unsaved ?? query.data?.saleEmails

  async function choose(saleEmails: Choice) {
    setUnsaved(saleEmails)
    setSaving(true)
    const failure = await changeSettings({ saleEmails }, CHOICES[saleEmails].saved)
    setSaving(false)
    if (!failure) setUnsaved(undefined)
  }

  return (
    <section aria-labelledby="emails-heading">
      <h2 id="emails-heading">Emails to you</h2>
      <PartStatus query={query} what="settings" />
      {chosen && (
        <fieldset className="mt-3" aria-busy={isSaving}>
          <legend className="mb-1 text-small text-soft wrap-anywhere">
            About vouchers and products sold online, sent to <span translate="no">{clinic.email}</span>
          </legend>
          {saleEmailChoices.map((choice) => (
            <label key={choice} className="check">
              <input
                type="radio"
                name="sale-emails"
                checked={chosen === choice}
                disabled={isSaving && chosen !== choice}
                onChange={() => void choose(choice)}
              />
              <span>{CHOICES[choice].label}</span>
              <span className="field-hint">{CHOICES[choice].hint}</span>
            </label>
          ))}
          <p className="mt-1 text-small text-soft">
            Either way, we will send an email soon after {SUMMARY_TIME} about free vouchers, refunds and
            everything else that was done by hand. Every owner gets it too.
          </p>
          {isSaving && (
            <p role="status" className="text-small text-soft">
              Saving...
            </p>
          )}
        </fieldset>
      )}
      {unsaved && !isSaving && <NotSaved onRetry={() => void choose(unsaved)} />}
    </section>
  )
}

export function NotSaved({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="message message-bad mt-3 flex flex-wrap items-center gap-3">
      <span className="grow">Your choice may not have been saved.</span>
      <Button variant="quiet" className="button-compact" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
