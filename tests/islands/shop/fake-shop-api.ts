import { beforeEach } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { closeDialog } from '#islands/shop/shop-products.store.ts'
import type { FakeResponse } from '#tests/islands/fake-api.ts'

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

export const RECEIVED: FakeResponse = [200, { received: true }]

beforeEach(closeDialog)
