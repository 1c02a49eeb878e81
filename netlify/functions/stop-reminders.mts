import { stopRemindersEndpoint } from '#contract/held-vouchers.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { route, serve } from '#server/http/serve.ts'
import { stopReminders } from '#server/vouchers/stop-reminders.ts'

const services = openServices({ db: database })

export default serve(stopRemindersEndpoint, async ({ token }, { query }) => {
  await stopReminders(services, token ?? query.token ?? '')
  return { stopped: true as const }
})
export const config = route(stopRemindersEndpoint)
