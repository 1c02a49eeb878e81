import { uploadPictureEndpoint } from '#contract/pictures'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { keepPicture } from '#server/products/store-picture'

export default adminEndpoint(uploadPictureEndpoint, async (services, file) => ({
  image: await keepPicture(services, file),
}))
export const config = route(uploadPictureEndpoint)
