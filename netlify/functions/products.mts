import { productsEndpoint } from '#contract/products'
import { route, serve } from '#server/http/serve'
import { listProducts } from '#server/products/list-products'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(productsEndpoint, () => listProducts(services.db))
export const config = route(productsEndpoint)
