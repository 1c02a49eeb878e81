import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REMINDER_DAYS } from '#contract/vouchers/voucher-page.ts'
import { NotSaved } from '#islands/admin/overview/SaleEmails.tsx'
import { changeSettings, settingsQuery } from '#islands/admin/overview/settings.store.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'

/** Turns the reminders of all vouchers on and off, at once. A choice that could not be saved stays chosen. */
export function HolderReminders() {
  const query = useQuery(settingsQuery)
  const [unsaved, setUnsaved] = useState<boolean>()
  const [isSaving, setSaving] = useState(false)
  const isOn = unsaved ?? query.data?.reminders

  async function choose(reminders: boolean) {
    setUnsaved(reminders)
    setSaving(true)
    const failure = await changeSettings(
      { reminders },
      reminders
        ? 'We will send reminder emails before vouchers expire.'
        : 'We will no longer send reminder emails.',
    )
    setSaving(false)
    if (!failure) setUnsaved(undefined)
  }

  return (
    <section aria-labelledby="reminders-heading">
      <h2 id="reminders-heading">Emails to voucher holders</h2>
      <PartStatus query={query} what="settings" />
      {isOn !== undefined && (
        <div className="mt-3" aria-busy={isSaving}>
          <label className="check">
            <input
              type="checkbox"
              checked={isOn}
              disabled={isSaving}
              onChange={({ target }) => void choose(target.checked)}
            />
            <span>Send reminders before a voucher ends</span>
            <span className="field-hint">
              {`We will email a reminder ${REMINDER_DAYS.join(' and ')} days before the last day, at 9 in the morning. To see whom we will remind, please go to “Gift Vouchers” and choose “Ends soon”.`}
            </span>
          </label>
          {isSaving && (
            <p role="status" className="text-small text-soft">
              Saving...
            </p>
          )}
        </div>
      )}
      {unsaved !== undefined && !isSaving && <NotSaved onRetry={() => void choose(unsaved)} />}
    </section>
  )
}
