import { productsEndpoint } from '#contract/products.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { route, serve } from '#server/http/serve.ts'
import { listProducts } from '#server/products/list-products.ts'

const services = openServices({ db: database })

export default serve(productsEndpoint, () => listProducts(services.db))
export const config = route(productsEndpoint)
