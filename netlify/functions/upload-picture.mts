import { uploadPictureEndpoint } from '#contract/pictures'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { storePicture } from '#server/products/store-picture'

export default adminEndpoint(uploadPictureEndpoint, async (services, file) => ({
  image: await storePicture(services, file),
}))
export const config = route(uploadPictureEndpoint)
