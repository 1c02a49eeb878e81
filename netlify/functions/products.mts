import { products } from '#contract/products'
import { route, serve } from '#server/http/serve'
import { listProducts } from '#server/products/list-products'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

const services = openServices({ db: database })

export default serve(products, () => listProducts(services.db))
export const config = route(products)
