import { uploadPicture } from '#contract/pictures'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { keepPicture } from '#server/products/keep-picture'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

const services = openServices({ db: database })

export default serve(
  uploadPicture,
  async (file) => ({ image: await keepPicture(services, file) }),
  signedIn(services),
)
export const config = route(uploadPicture)
