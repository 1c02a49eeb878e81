import { exportCsvEndpoint } from '#contract/exports'
import { route } from '#server/http/serve'
import { serveFile } from '#server/http/serve-file'
import { requireAdmin } from '#server/http/require-admin'
import { exportCsv } from '#server/reports/export-csv'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serveFile(
  exportCsvEndpoint,
  async ({ params, query }) => ({
    contentType: 'text/csv; charset=utf-8',
    ...(await exportCsv(services.db, params.file, query)),
  }),
  requireAdmin(services),
)
export const config = route(exportCsvEndpoint)
