import { queryOptions } from '@tanstack/react-query'
import { adminSettingsEndpoint, changeSettingsEndpoint, type Settings } from '#contract/notices/settings.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => adminCall(adminSettingsEndpoint, undefined),
  refetchOnMount: 'always',
})

/** Saves a setting. The others stay. `saved` says what is true then. */
export const changeSettings = (change: Partial<Settings>, saved: string): Promise<ActionResult> =>
  runAction(() => adminCall(changeSettingsEndpoint, change), {
    done: () => ({ title: 'Success', description: saved }),
    failed: 'Your choice could not be saved. Please try again.',
  })
