import {
  customerOrders,
  customersEndpoint,
  eraseCustomerEndpoint,
  exportCustomerEndpoint,
  findCustomerEndpoint,
  type Customer,
  type Person,
} from '#contract/reports/customers.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { goTo } from '#islands/admin/router.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { createList } from '#islands/admin/shared/list.ts'
import { detailQuery, queryClient } from '#islands/admin/shared/server-data.ts'
import { saveFile } from '#lib/save-file.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'
import { loadPart } from '#ui/load-part.ts'
import { showToast } from '#ui/toast.ts'

interface Filters {
  order: (typeof customerOrders)[number] | ''
  from: string
  to: string
}

export const list = createList<Customer, { [Name in keyof Filters]: Filters[Name] }>(
  'customers',
  (query) => adminCallPage(customersEndpoint, undefined, { query }),
  { order: '', from: '', to: '' },
  { choices: { order: customerOrders } },
)

/** Finds a person by id, because an email address must not be in a URL. */
export const personQuery = (id: string) =>
  detailQuery('customers', id, () => adminCall(findCustomerEndpoint, { id }))

/** Downloads all stored data of a person, as a page to read or as data for another program. */
export async function exportPerson(email: string, as: 'page' | 'data'): Promise<void> {
  const name = `personal-data-${email}`
  try {
    const [{ personPage }, everything] = await Promise.all([
      loadPart(() => import('#islands/admin/customers/person-page.ts')),
      adminCall(exportCustomerEndpoint, { email }),
    ])
    if (as === 'page') saveFile(new Blob([personPage(everything)], { type: 'text/html' }), `${name}.html`)
    else
      saveFile(new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }), `${name}.json`)
  } catch (error) {
    const description = errorMessage(error, 'The file could not be downloaded. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
  }
}

/** Erases a person and returns to the list. */
export const erasePerson = ({ customer: { email } }: Person): Promise<ActionResult> =>
  runAction(() => adminCall(eraseCustomerEndpoint, { email }), {
    done() {
      goTo('customers')
      // Do not look for somebody who is no longer there.
      queryClient.removeQueries({ queryKey: ['customers', 'detail'] })
      return { title: 'Success', description: 'This person’s details have been erased.' }
    },
    failed: 'Nothing has been erased. Please try again.',
  })
