import { activityEndpoint } from '#contract/reports'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { listActivity } from '#server/activity/list-activity'

export default adminEndpoint(activityEndpoint, async (services, _body, context) => {
  const { items, next } = await listActivity(services.db, context.query)
  context.setNextCursor(next)
  return items
})
export const config = route(activityEndpoint)
