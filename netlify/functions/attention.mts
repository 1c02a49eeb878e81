import { attention } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { listAttention } from '#server/reports/attention'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(attention, () => listAttention(services), signedIn(services))
export const config = route(attention)
