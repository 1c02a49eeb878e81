import { adminStats } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { getStats } from '#server/reports/stats'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

const services = openServices({ db: database })

export default serve(adminStats, () => getStats(services), signedIn(services))
export const config = route(adminStats)
