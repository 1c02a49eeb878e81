import { changeSettingsEndpoint } from '#contract/settings'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { changeSettings } from '#server/notices/settings'

export default adminEndpoint(changeSettingsEndpoint, (services, settings, { admin }) =>
  changeSettings(services, settings, admin.id),
)
export const config = route(changeSettingsEndpoint)
