import { adminStats } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { getStats } from '#server/reports/stats'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(adminStats, () => getStats(services), signedIn(services))
export const config = route(adminStats)
