import {
  eraseCustomerEndpoint,
  exportCustomerEndpoint,
  findCustomerEndpoint,
  type Person,
} from '#contract/customers'
import { showToast } from '../../../ui/toast.ts'
import { goTo } from '../router.ts'
import { failureSentence } from '../shared/error-message.ts'
import { createDetail } from '../shared/detail.store.ts'
import { saveFile } from '../shared/save-file.ts'
import { ask } from '../admin-api.ts'
import { customers, loadFigures } from './customers.store.ts'

/** By an id that stands for the address, which is never in a link. */
export const detail = createDetail<Person>((id) => ask(findCustomerEndpoint, { id }))

/** Everything that is shown, anew. */
export async function refreshAll(): Promise<void> {
  await Promise.all([customers.refresh(), loadFigures(), detail.refresh()])
}

/** All that is kept of a person, as a file to hand to them. */
export async function exportPerson(email: string): Promise<void> {
  try {
    const everything = JSON.stringify(await ask(exportCustomerEndpoint, { email }), null, 2)
    saveFile(new Blob([everything], { type: 'application/json' }), `personal-data-${email}.json`)
  } catch (error) {
    const description = failureSentence(error, 'The file could not be downloaded. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
  }
}

/** Says nothing once it is done, and leads back to the list; else the sentence of what stands against it. */
export async function erasePerson({ customer: { email } }: Person): Promise<string | undefined> {
  try {
    await ask(eraseCustomerEndpoint, { email })
  } catch (error) {
    return failureSentence(error, 'Nothing could be erased. Please try again.')
  }
  showToast({ title: 'Success', description: 'This person has been erased.' })
  await customers.refresh()
  goTo('customers')
  detail.looked.value = undefined
  return undefined
}
