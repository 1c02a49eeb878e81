import { uploadPicture } from '#contract/pictures'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { keepPicture } from '#server/products/store-picture'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  uploadPicture,
  async (file) => ({ image: await keepPicture(services, file) }),
  signedIn(services),
)
export const config = route(uploadPicture)
