import { uploadPictureEndpoint } from '#contract/pictures.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { storePicture } from '#server/products/store-picture.ts'

export default adminEndpoint(uploadPictureEndpoint, async (services, file) => ({
  image: await storePicture(services, file),
}))
export const config = route(uploadPictureEndpoint)
