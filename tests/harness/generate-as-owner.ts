import type { Body } from '#contract/base/endpoint.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import type { generateVoucherEndpoint } from '#contract/vouchers/generate-voucher.ts'
import type { Services } from '#server/clients/services.ts'
import { generateVoucher } from '#server/vouchers/desk/generate-voucher.ts'

/** Issues a voucher at the desk as the owner with this id. */
export async function generateAsOwner(
  services: Pick<Services, 'db' | 'clock' | 'random'>,
  id: string,
  wanted: Body<typeof generateVoucherEndpoint>,
): Promise<AdminVoucher> {
  return (await generateVoucher(services, { id, role: 'owner', provedAt: services.clock.now() }, wanted))
    .voucher
}
