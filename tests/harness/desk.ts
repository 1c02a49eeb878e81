import { clinic } from '#clinic/current-clinic.ts'
import type { Role } from '#contract/base/endpoint.ts'
import type { VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import type { World } from '#tests/harness/start-world.ts'

const { adminVoucher, generateVoucher } = functions

type Handler = Parameters<typeof callFunction>[0]

/** Requests of a signed-in admin at the clinic's desk. */
export interface Desk extends SignedIn {
  /** Calls an endpoint of one voucher, or of none. */
  ask: (handler: Handler, id: string | undefined, body: unknown) => Promise<Answer>
  look: (id: string) => Promise<Answer>
  generate: (more?: Record<string, unknown>) => Promise<VoucherDetail['voucher']>
}

interface Answer extends VoucherDetail {
  status: number
  code?: string
  message: string
  fields?: Record<string, string>
  entry: VoucherDetail['entries'][number]
  refundedAmount?: string
  cancelledAmount?: string
  state?: string
}

export const GIVEN = {
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  originalAmount: 50,
}

/** Signs in somebody new. Lifts the day's limit of complimentary value and its alert, which have tests of their own. */
export async function openDesk(world: World, role: Role = 'owner'): Promise<Desk> {
  clinic.vouchers.complimentaryPerDay = 100_000
  clinic.vouchers.complimentaryAlert = 100_000
  const admin = await signInNewAdmin(world, role)
  const ask = async (handler: Handler, id: string | undefined, body: unknown, method = 'POST') => {
    const call = {
      path: '/api/admin/vouchers',
      method,
      headers: admin.headers,
      body,
      ...(id && { params: { id } }),
    }
    const response = await callFunction(handler, call)
    return { status: response.status, ...((await response.json()) as object) } as Answer
  }
  const generate: Desk['generate'] = async (more = {}) => {
    const { voucher, message } = await ask(generateVoucher, undefined, { ...GIVEN, ...more })
    if (!voucher) throw new Error(message)
    return voucher
  }
  const look: Desk['look'] = (id) => ask(adminVoucher, id, undefined, 'GET')
  return { ...admin, ask, look, generate }
}
