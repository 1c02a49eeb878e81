import { signal } from '@preact/signals-react'
import { object } from 'valibot'
import type { Reply } from '#contract/base/endpoint.ts'
import { EmailSchema } from '#contract/base/text.ts'
import type { BoughtBy } from '#contract/purchases/bought-by.ts'
import { changeBuyerEmailEndpoint } from '#contract/purchases/purchase-changes.ts'
import { call, fieldErrorsOf, messageOf } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'

export type ChangedEmail = Reply<typeof changeBuyerEmailEndpoint>

/** Of this page, so that a form that was closed after a lost response sends the same request again. */
const keyFor = createIdempotencyKey()

/** The state of the form in which buyers correct their own address. */
export function createEmailChange({ email, token }: Pick<BoughtBy, 'email' | 'token'>) {
  const isSaving = signal(false)
  /** Why it failed, if no field says it. */
  const problem = signal<string | undefined>(undefined)
  const form = createForm(object({ email: EmailSchema() }), { email }, () => (problem.value = undefined))

  /** Returns the purchase with its new token, or undefined after it has said why not. */
  async function save(): Promise<ChangedEmail | undefined> {
    const typed = isSaving.value ? undefined : form.validate()
    if (!typed) return undefined
    isSaving.value = true
    problem.value = undefined
    try {
      const input = { token, ...typed }
      return await call(changeBuyerEmailEndpoint, { ...input, requestId: keyFor(input) })
    } catch (error) {
      const fields = fieldErrorsOf(error)
      form.showErrors(fields)
      if (Object.keys(fields).length === 0) problem.value = messageOf(error)
      return undefined
    } finally {
      isSaving.value = false
    }
  }

  return { form, isSaving, problem, save }
}
