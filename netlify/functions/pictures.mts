import { pictureEndpoints } from '#contract/products/pictures.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { immutableResponse } from '#server/http/files.ts'
import { functionConfig, serve } from '#server/http/serve.ts'
import { getPicture, storePicture } from '#server/products/store-picture.ts'

export default serve(
  pictureEndpoints,
  {
    picture: async ({ db }, _, { params: { id }, headers }) =>
      immutableResponse({ id, ...(await getPicture(db, id)) }, headers),
    uploadPicture: async (services, file) => ({ image: await storePicture(services, file) }),
  },
  openServices({ db: database }),
)
export const config = functionConfig(pictureEndpoints)
