import { afterEach, beforeEach, vi } from 'vitest'
import type { AdminProduct } from '../../../../src/contract/admin-products.ts'
import { currentToast } from '../../../../src/ui/toast.ts'

vi.mock('../../../../src/ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))

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

type Answer = readonly [status: number, body: unknown]

export const CHANGED: Answer = [
  409,
  { code: 'changed_meanwhile', message: 'This product has been changed meanwhile.' },
]
export const LOST: Answer = [0, undefined]

/** A fake server: its list is empty, and every other request gets the next response. Returns the recorded requests. */
export function answer(...answers: Answer[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET' && path.startsWith('/api/admin/products?')) return Response.json([])
    if (method === 'GET' && path === '/api/admin/products') return Response.json([])
    sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : {} })
    const [status, reply] = answers.shift() ?? LOST
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(reply, { status })
  })
  return sent
}

beforeEach(() => void (currentToast.value = undefined))
afterEach(() => void vi.unstubAllGlobals())
