import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'

/** Emails to the clinic about online sales: one for each, or a summary every evening. */
export const saleEmailChoices = ['each', 'daily'] as const

/** A summary contains what was sold until this time of the day (London), and is sent soon after. */
export const SUMMARY_TIME = '19:00'

export const SettingsSchema = v.object({
  saleEmails: v.picklist(saleEmailChoices, 'Please choose when we should email you about sales'),
  /** Whether holders are reminded before their vouchers end. */
  reminders: v.boolean(),
})

export type Settings = v.InferOutput<typeof SettingsSchema>

export const adminSettingsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  role: 'owner',
  body: v.undefined(),
  reply: SettingsSchema,
})

export const changeSettingsEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  role: 'owner',
  /** Default of each: unchanged. */
  body: v.partial(SettingsSchema),
  reply: SettingsSchema,
})
