import { activity } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { listActivity } from '#server/reports/activity'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  activity,
  async (_body, call) => {
    const { items, next } = await listActivity(services.db, call.query)
    call.continueAt(next)
    return items
  },
  signedIn(services),
)
export const config = route(activity)
