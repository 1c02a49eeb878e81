import {
  type Customer,
  customersEndpoint,
  eraseCustomerEndpoint,
  exportCustomerEndpoint,
  findCustomerEndpoint,
  type Person,
} from '#contract/customers'
import { adminStatsEndpoint } from '#contract/reports'
import { signal } from '@preact/signals-react'
import { createPagedList } from '../shared/paged-list.store.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'
import type { ActionResult } from '../../../ui/FormDialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { goTo } from '../router.ts'
import { errorMessage, toActionError } from '../shared/error-message.ts'
import { createDetail } from '../shared/detail.store.ts'
import { saveFile } from '../shared/DownloadButton.tsx'

export const list = createPagedList<Customer>((query) =>
  adminCallPage(customersEndpoint, undefined, { query }),
)

/** "3 new customers this month"; '' until it is loaded. */
export const figures = signal('')

export async function loadFigures(): Promise<void> {
  try {
    const { newCustomers } = await adminCall(adminStatsEndpoint, undefined)
    figures.value = `${newCustomers} new ${newCustomers === 1 ? 'customer' : 'customers'} this month`
  } catch {
    // The tab works without its figures.
  }
}

/** Finds a person by id, because an email address must not be in a URL. */
export const detail = createDetail<Person>((id) => adminCall(findCustomerEndpoint, { id }))

/** Reloads the list, its figures and the open item. */
export async function refreshAll(): Promise<void> {
  await Promise.all([list.refresh(), loadFigures(), detail.refresh()])
}

/** Downloads all stored data of a person. */
export async function exportPerson(email: string): Promise<void> {
  try {
    const everything = JSON.stringify(await adminCall(exportCustomerEndpoint, { email }), null, 2)
    saveFile(new Blob([everything], { type: 'application/json' }), `personal-data-${email}.json`)
  } catch (error) {
    const description = errorMessage(error, 'The file could not be downloaded. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
  }
}

/** Erases a person and returns to the list. */
export async function erasePerson({ customer: { email } }: Person): Promise<ActionResult> {
  try {
    await adminCall(eraseCustomerEndpoint, { email })
  } catch (error) {
    return toActionError(error, 'Nothing could be erased. Please try again.')
  }
  showToast({ title: 'Success', description: 'This person has been erased.' })
  await list.refresh()
  goTo('customers')
  detail.state.value = undefined
  return undefined
}
