import { type Signal, signal } from '@preact/signals-react'
import { type AdminProduct, addProductEndpoint, changeProductEndpoint } from '#contract/admin-products'
import { ApiError, fieldErrorsOf } from '../../../lib/api.ts'
import { createForm, type Form } from '../../../lib/form.ts'
import { failureSentence } from '../shared/error-message.ts'
import { ask } from '../admin-api.ts'
import {
  BLANK,
  bodyOf,
  type ProductName,
  type ProductTexts,
  ProductTextsSchema,
  textsOf,
} from './product-texts.ts'
import { failed, getProduct, products, succeeded } from './admin-products.store.ts'

/** Where one stands whose product is not there yet. */
export const NEW = 'new'

export type Step =
  | { name: 'loading' }
  | { name: 'unavailable'; sentence: string }
  | { name: 'ready' }
  | { name: 'saving' }
  | { name: 'failed'; sentence: string }
  /** Somebody else changed the product: the newer one has to be loaded before this can be saved. */
  | { name: 'outdated'; loading: boolean; failed: boolean }

export interface Draft {
  form: Form<ProductName, unknown>
  step: Signal<Step>
  /** What the draft was made from; none of a new product. */
  base: Signal<AdminProduct | undefined>
  /** What fields hold by now that were typed in and changed by somebody else. */
  meanwhile: Signal<Partial<ProductTexts>>
  /** Gets the product as it is now and puts what was typed over it. */
  load(): Promise<void>
  /** Tells whether it is saved. */
  save(): Promise<boolean>
}

const drafts = new Map<string, Draft>()

/** What is being written of a product. It outlives its dialog, so that closing one loses nothing. */
export function draftOf(id: string): Draft {
  const draft = drafts.get(id) ?? createDraft(id)
  drafts.set(id, draft)
  return draft
}

export const dropDraft = (id: string) => void drafts.delete(id)

function createDraft(id: string): Draft {
  const isNew = id === NEW
  const form = createForm(ProductTextsSchema, BLANK)
  const step = signal<Step>(isNew ? { name: 'ready' } : { name: 'loading' })
  const base: Draft['base'] = signal(undefined)
  const meanwhile: Draft['meanwhile'] = signal({})
  // The same words, sent again after a lost answer, are one product.
  let attempt = { words: '', requestId: '' }

  async function load(): Promise<void> {
    if (isNew) return
    const outdated = step.value.name === 'outdated'
    step.value = outdated ? { name: 'outdated', loading: true, failed: false } : { name: 'loading' }
    try {
      takeUp(await getProduct(id))
      step.value = { name: 'ready' }
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      if (outdated && !isGone) step.value = { name: 'outdated', loading: false, failed: true }
      else
        step.value = {
          name: 'unavailable',
          sentence: failureSentence(error, 'The product could not be loaded.'),
        }
    }
  }

  function takeUp(newest: AdminProduct): void {
    const [typed, now] = [form.values.value, textsOf(newest)]
    const before = base.value && textsOf(base.value)
    const values = { ...now }
    const changed: Partial<ProductTexts> = {}
    for (const name of Object.keys(now) as ProductName[]) {
      if (!before || typed[name] === before[name]) continue
      values[name] = typed[name]
      if (now[name] !== before[name] && now[name] !== typed[name]) changed[name] = now[name]
    }
    form.values.value = values
    meanwhile.value = changed
    base.value = newest
  }

  function send(): Promise<AdminProduct> {
    const body = bodyOf(form.values.value, base.value)
    if (base.value)
      return ask(changeProductEndpoint, { ...body, version: base.value.version }, { params: { id } })
    const words = JSON.stringify(body)
    if (attempt.words !== words) attempt = { words, requestId: crypto.randomUUID() }
    return ask(addProductEndpoint, { ...body, requestId: attempt.requestId })
  }

  async function save(): Promise<boolean> {
    const { name } = step.value
    if ((name !== 'ready' && name !== 'failed') || !form.check()) return false
    step.value = { name: 'saving' }
    try {
      await send()
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      step.value = stepAfter(error)
      failed(isNew ? 'Failed to add product' : 'Failed to update product')
      return false
    }
    dropDraft(id)
    succeeded(isNew ? 'Product added successfully!' : 'Product updated successfully!')
    await products.refresh()
    return true
  }

  return { form, step, base, meanwhile, load, save }
}

function stepAfter(error: unknown): Step {
  if (error instanceof ApiError && error.body?.code === 'changed_meanwhile') {
    return { name: 'outdated', loading: false, failed: false }
  }
  return {
    name: 'failed',
    sentence: failureSentence(
      error,
      'This could not be saved, and nothing that you typed is lost. Please try again.',
    ),
  }
}
