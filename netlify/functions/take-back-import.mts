import { takeBackImportEndpoint } from '#contract/voucher-import.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { takeBackImport } from '#server/vouchers/take-back-import.ts'

export default adminEndpoint(takeBackImportEndpoint, (services, _, { params: { importId }, admin }) =>
  takeBackImport(services, importId, admin.id),
)
export const config = route(takeBackImportEndpoint)
