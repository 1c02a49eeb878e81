import { vi } from 'vitest'
import type { AdminProduct } from '#contract/products/admin-products.ts'
import { LOST, refusal, respond, type FakeResponse } from '#tests/islands/fake-api.ts'

export const BALL: AdminProduct = {
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001',
  name: 'Massage ball',
  description: 'A ball of natural rubber.',
  price: '9.50',
  image: '',
  category: 'Wellness',
  inStock: true,
  stock: 5,
  reserved: 0,
  lowStock: 2,
  features: ['Rubber, natural', '7 cm across'],
  benefits: [],
  frequencies: [],
  version: 3,
  createdAt: '2026-11-21T14:32:08.000Z',
}

export interface Sent {
  method: string
  path: string
  body: Record<string, unknown>
}

export const CHANGED = refusal('changed_meanwhile', 'This product has just been changed somewhere else.')

/** A fake server: its list is empty, and every other request gets the next response. Returns the recorded requests. */
export function fakeProductsApi(...responses: FakeResponse[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET' && path.startsWith('/api/admin/products?')) return Response.json([])
    if (method === 'GET' && path === '/api/admin/products') return Response.json([])
    sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : {} })
    return respond(responses.shift() ?? LOST)
  })
  return sent
}
