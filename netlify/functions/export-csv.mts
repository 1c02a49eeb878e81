import { exportCsvEndpoint } from '#contract/exports.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { requireAdmin } from '#server/http/require-admin.ts'
import { serveFile } from '#server/http/serve-file.ts'
import { route } from '#server/http/serve.ts'
import { exportCsv } from '#server/reports/export-csv.ts'

const services = openServices({ db: database })

export default serveFile(
  exportCsvEndpoint,
  async ({ params: { file }, query: days, admin }) => ({
    contentType: 'text/csv; charset=utf-8',
    ...(await exportCsv(services, { file, days, actor: admin.id })),
  }),
  requireAdmin(services),
)
export const config = route(exportCsvEndpoint)
