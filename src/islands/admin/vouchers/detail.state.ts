import { signal } from '@preact/signals-react'
import { adminVoucher, type VoucherDetail } from '#contract/admin-vouchers'
import { ApiError } from '../../../lib/api.ts'
import { ask } from '../session/ask.ts'
import { list, loadFigures } from './vouchers.state.ts'

export type Looked =
  | { name: 'loading'; id: string }
  | { name: 'failed'; id: string }
  | { name: 'missing'; id: string }
  | { name: 'here'; id: string; detail: VoucherDetail }

/** The voucher that is looked at. */
export const looked = signal<Looked | undefined>(undefined)

/** Loads a voucher; what is here of it already stays in sight meanwhile. */
export async function lookAt(id: string): Promise<void> {
  if (looked.value?.id !== id || looked.value.name !== 'here') looked.value = { name: 'loading', id }
  try {
    const detail = await ask(adminVoucher, undefined, { params: { id } })
    if (looked.value?.id === id) looked.value = { name: 'here', id, detail }
  } catch (error) {
    if (looked.value?.id !== id) return
    const missing = error instanceof ApiError && error.status === 404
    if (missing || looked.value.name !== 'here') looked.value = { name: missing ? 'missing' : 'failed', id }
  }
}

/** Everything that is shown, anew. */
export async function refreshAll(): Promise<void> {
  const id = looked.value?.id
  await Promise.all([list.refresh(), loadFigures(), id !== undefined && lookAt(id)])
}

/** What a change has made of a voucher, wherever that is shown. */
export function takeIn({ voucher, entries }: VoucherDetail): void {
  if (looked.value?.id === voucher.id) {
    looked.value = { name: 'here', id: voucher.id, detail: { voucher, entries } }
  }
  void list.refresh()
  void loadFigures()
}
