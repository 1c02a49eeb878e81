import { attention } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { listAttention } from '#server/reports/attention'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

const services = openServices({ db: database })

export default serve(attention, () => listAttention(services), signedIn(services))
export const config = route(attention)
