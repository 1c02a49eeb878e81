import { useState } from 'react'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { changeHolderEmailsEndpoint } from '#contract/vouchers/voucher-changes.ts'
import { Fact } from '#islands/admin/shared/DetailPanel.tsx'
import { addressOf, describeReminders } from '#islands/admin/vouchers/voucher-labels.ts'
import { changeVoucher } from '#islands/admin/vouchers/vouchers.store.ts'

type Change = { tellHolder: boolean } | { reminders: boolean }

/** Which emails the holder of a voucher gets, saved at once; nothing if there is no address. */
export function HolderEmails({ voucher }: { voucher: AdminVoucher }) {
  const [isSaving, setSaving] = useState(false)
  const { id, reminders, recipientEmail, tellHolder } = voucher
  if (addressOf(voucher) === '') return null

  async function save(change: Change) {
    setSaving(true)
    await changeVoucher(changeHolderEmailsEndpoint, id, change, {
      done: 'Your choice has been saved.',
      failed: 'We could not save your choice. Please try again.',
    })
    setSaving(false)
  }

  return (
    <Fact label="Emails to the holder">
      {recipientEmail !== undefined && (
        <Tick
          label="An email after each use"
          {...{ isSaving, isOn: tellHolder }}
          onChange={(isOn) => void save({ tellHolder: isOn })}
        />
      )}
      {reminders !== 'stopped' && (
        <Tick
          label="Reminders before the last day"
          {...{ isSaving, isOn: reminders === 'on' }}
          onChange={(isOn) => void save({ reminders: isOn })}
        />
      )}
      <span className="block text-soft">{describeReminders(voucher)}</span>
    </Fact>
  )
}

interface TickProps {
  label: string
  isOn: boolean
  isSaving: boolean
  onChange: (isOn: boolean) => void
}

function Tick({ label, isOn, isSaving, onChange }: TickProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isSaving}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
