import { pictureEndpoint } from '#contract/pictures.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { serveBytes } from '#server/http/serve-bytes.ts'
import { route } from '#server/http/serve.ts'
import { getPicture } from '#server/products/store-picture.ts'

const services = openServices({ db: database })

export default serveBytes(pictureEndpoint, ({ params }) => getPicture(services.db, params.id))
export const config = route(pictureEndpoint)
