import {
  eraseCustomerEndpoint,
  exportCustomerEndpoint,
  findCustomerEndpoint,
  type Person,
} from '#contract/customers'
import { showToast } from '../../../ui/toast.ts'
import { goTo } from '../router.ts'
import { errorMessage } from '../shared/error-message.ts'
import { createDetail } from '../shared/detail.store.ts'
import { saveFile } from '../shared/save-file.ts'
import { adminCall } from '../admin-api.ts'
import { list, loadFigures } from './customers.store.ts'

/** By an id that stands for the address, which is never in a link. */
export const detail = createDetail<Person>((id) => adminCall(findCustomerEndpoint, { id }))

/** Everything that is shown, anew. */
export async function refreshAll(): Promise<void> {
  await Promise.all([list.refresh(), loadFigures(), detail.refresh()])
}

/** All that is kept of a person, as a file to hand to them. */
export async function exportPerson(email: string): Promise<void> {
  try {
    const everything = JSON.stringify(await adminCall(exportCustomerEndpoint, { email }), null, 2)
    saveFile(new Blob([everything], { type: 'application/json' }), `personal-data-${email}.json`)
  } catch (error) {
    const description = errorMessage(error, 'The file could not be downloaded. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
  }
}

/** Says nothing once it is done, and leads back to the list; else the sentence of what stands against it. */
export async function erasePerson({ customer: { email } }: Person): Promise<string | undefined> {
  try {
    await adminCall(eraseCustomerEndpoint, { email })
  } catch (error) {
    return errorMessage(error, 'Nothing could be erased. Please try again.')
  }
  showToast({ title: 'Success', description: 'This person has been erased.' })
  await list.refresh()
  goTo('customers')
  detail.state.value = undefined
  return undefined
}
