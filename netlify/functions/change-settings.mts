import { changeSettingsEndpoint } from '#contract/settings.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { changeSettings } from '#server/notices/settings.ts'

export default adminEndpoint(changeSettingsEndpoint, (services, settings, { admin }) =>
  changeSettings(services, settings, admin.id),
)
export const config = route(changeSettingsEndpoint)
