import { afterEach, beforeEach, vi } from 'vitest'
import type { Product } from '../../../src/contract/products.ts'
import { closeDialog } from '../../../src/islands/shop/shop-products.store.ts'
import { currentToast } from '../../../src/ui/toast.ts'

vi.mock('../../../src/ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))

export const FORK: Product = {
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001',
  name: 'Weighted tuning fork, 128 Hz',
  description: 'A steel fork with weighted ends.',
  price: '38.00',
  image: '/api/pictures/fork',
  category: 'Wellness',
  inStock: true,
  inCheckouts: false,
  stock: 6,
  features: ['Weighted steel, 18 cm'],
  benefits: ['A gentle, local vibration'],
  frequencies: ['128 Hz - Low C, body'],
  createdAt: '2026-11-21T14:32:08.000Z',
}
export const MAT: Product = {
  ...FORK,
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a002',
  name: 'Acupressure mat',
  image: '',
  inStock: false,
  stock: 0,
}

export type Answer = [status: number, body: unknown]

export const RECEIVED: Answer = [200, { received: true }]
export const LOST: Answer = [0, undefined]

/** Fakes the server's responses, in turn; the last one repeats. Returns the recorded requests. */
export function answer(...answers: Answer[]) {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    if (typeof body === 'string') sent.push(JSON.parse(body))
    const [status, reply] = (answers.length > 1 ? answers.shift() : answers[0])!
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(reply, { status })
  })
  return sent
}

beforeEach(() => {
  closeDialog()
  currentToast.value = undefined
})
afterEach(() => void vi.unstubAllGlobals())
