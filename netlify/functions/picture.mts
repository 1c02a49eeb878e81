import { pictureEndpoint } from '#contract/pictures'
import { route } from '#server/http/serve'
import { serveBytes } from '#server/http/serve-bytes'
import { getPicture } from '#server/products/store-picture'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serveBytes(pictureEndpoint, ({ params }) => getPicture(services.db, params.id))
export const config = route(pictureEndpoint)
