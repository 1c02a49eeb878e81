import { adminSettingsEndpoint } from '#contract/settings.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getSettings } from '#server/notices/settings.ts'

export default adminEndpoint(adminSettingsEndpoint, ({ db }) => getSettings(db))
export const config = route(adminSettingsEndpoint)
