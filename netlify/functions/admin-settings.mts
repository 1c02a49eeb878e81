import { adminSettingsEndpoint } from '#contract/settings'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { getSettings } from '#server/notices/settings'

export default adminEndpoint(adminSettingsEndpoint, ({ db }) => getSettings(db))
export const config = route(adminSettingsEndpoint)
