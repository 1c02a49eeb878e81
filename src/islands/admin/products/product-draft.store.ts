import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import {
  addProductEndpoint,
  changeProductEndpoint,
  type AdminProduct,
} from '#contract/products/admin-products.ts'
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
import { runAction } from '#islands/admin/shared/action.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { ApiError } from '#lib/api.ts'
import { createForm, type Form } from '#lib/form.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'

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
  /** A picture is on its way: saved before it has arrived, the product would be without it. */
  isUploading: ReadonlySignal<boolean>
  setUploading(isUploading: boolean): void
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
  const isUploading = signal(false)
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
    if ((name !== 'ready' && name !== 'failed') || isUploading.value || !form.validate()) return false
    step.value = { name: 'saving' }
    const failure = await runAction(send, {
      done: isNew ? 'Product added successfully!' : UPDATED,
      failed: 'We could not save this product. Nothing you typed is lost.',
      failedToast: isNew ? 'Failed to add product' : UPDATE_FAILED,
    })
    if (!failure) {
      dropDraft(id)
      return true
    }
    form.showErrors(failure.fields ?? {})
    step.value =
      failure.code === 'changed_meanwhile'
        ? { name: 'outdated', loading: false, failed: false }
        : { name: 'failed', message: failure.message }
    return false
  }

  return {
    form,
    step,
    isUploading,
    setUploading: (now) => void (isUploading.value = now),
    base,
    conflicts,
    load,
    save,
  }
}
