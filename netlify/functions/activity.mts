import { activityEndpoint } from '#contract/reports.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(activityEndpoint, async (services, _body, context) => {
  const { items, next } = await listActivity(services.db, context.query)
  context.setNextCursor(next)
  return items
})
export const config = route(activityEndpoint)
