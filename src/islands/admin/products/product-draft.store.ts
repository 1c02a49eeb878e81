import { signal, type Signal } from '@preact/signals-react'
import { addProductEndpoint, changeProductEndpoint, type AdminProduct } from '#contract/admin-products.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { getProduct, UPDATE_FAILED, UPDATED } from '#islands/admin/products/admin-products.store.ts'
import {
  BLANK,
  bodyOf,
  ProductValuesSchema,
  valuesOf,
  type ProductField,
  type ProductValues,
} from '#islands/admin/products/product-texts.ts'
import { NEW_PRODUCT_ID } from '#islands/admin/router.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { reloadAfterChange } from '#islands/admin/shared/server-data.ts'
import { ApiError, fieldErrorsOf } from '#lib/api.ts'
import { createForm, type Form } from '#lib/form.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'
import { showToast } from '#ui/toast.ts'

export type Step =
  | { name: 'loading' }
  | { name: 'unavailable'; message: string }
  | { name: 'ready' }
  | { name: 'saving' }
  | { name: 'failed'; message: string }
  /** The product was changed elsewhere: the new version must be loaded before saving. */
  | { name: 'outdated'; loading: boolean; failed: boolean }

export interface Draft {
  form: Form<ProductField, unknown>
  step: Signal<Step>
  /** The product that the draft is based on; undefined for a new product. */
  base: Signal<AdminProduct | undefined>
  /** The saved values of fields that were changed both here and elsewhere. */
  conflicts: Signal<Partial<ProductValues>>
  /** Loads the current product and merges the draft's changes into it. */
  load(): Promise<void>
  /** Returns whether it was saved. */
  save(): Promise<boolean>
}

const drafts = new Map<string, Draft>()

/** Returns the draft of a product. It is kept when its dialog is closed. */
export function draftOf(id: string): Draft {
  const draft = drafts.get(id) ?? createDraft(id)
  drafts.set(id, draft)
  return draft
}

export const dropDraft = (id: string) => void drafts.delete(id)

function createDraft(id: string): Draft {
  const isNew = id === NEW_PRODUCT_ID
  const form = createForm(ProductValuesSchema, BLANK)
  const step = signal<Step>(isNew ? { name: 'ready' } : { name: 'loading' })
  const base: Draft['base'] = signal(undefined)
  const conflicts: Draft['conflicts'] = signal({})
  // Idempotency key: the same input, sent again after a lost response, makes one product.
  const keyFor = createIdempotencyKey()

  async function load(): Promise<void> {
    if (isNew) return
    const outdated = step.value.name === 'outdated'
    step.value = outdated ? { name: 'outdated', loading: true, failed: false } : { name: 'loading' }
    try {
      adopt(await getProduct(id))
      step.value = { name: 'ready' }
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      if (outdated && !isGone) step.value = { name: 'outdated', loading: false, failed: true }
      else
        step.value = {
          name: 'unavailable',
          message: errorMessage(error, 'The product could not be loaded.'),
        }
    }
  }

  function adopt(newest: AdminProduct): void {
    const [typed, now] = [form.values.value, valuesOf(newest)]
    const before = base.value && valuesOf(base.value)
    const values = { ...now }
    const conflicting: Partial<ProductValues> = {}
    for (const name of Object.keys(now) as ProductField[]) {
      if (!before || typed[name] === before[name]) continue
      values[name] = typed[name]
      if (now[name] !== before[name] && now[name] !== typed[name]) conflicting[name] = now[name]
    }
    form.values.value = values
    conflicts.value = conflicting
    base.value = newest
  }

  function send(): Promise<AdminProduct> {
    const body = bodyOf(form.values.value, base.value)
    if (base.value)
      return adminCall(changeProductEndpoint, { ...body, version: base.value.version }, { params: { id } })
    return adminCall(addProductEndpoint, { ...body, requestId: keyFor(body) })
  }

  async function save(): Promise<boolean> {
    const { name } = step.value
    if ((name !== 'ready' && name !== 'failed') || !form.validate()) return false
    step.value = { name: 'saving' }
    try {
      await send()
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      step.value = stepAfter(error)
      const description = isNew ? 'Failed to add product' : UPDATE_FAILED
      showToast({ title: 'Error', description, variant: 'destructive' })
      return false
    }
    dropDraft(id)
    showToast({ title: 'Success', description: isNew ? 'Product added successfully!' : UPDATED })
    await reloadAfterChange()
    return true
  }

  return { form, step, base, conflicts, load, save }
}

function stepAfter(error: unknown): Step {
  if (error instanceof ApiError && error.body?.code === 'changed_meanwhile') {
    return { name: 'outdated', loading: false, failed: false }
  }
  return {
    name: 'failed',
    message: errorMessage(
      error,
      'We cannot tell whether this was saved. Please try again. Nothing you typed is lost.',
    ),
  }
}
