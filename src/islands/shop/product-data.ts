import { clinic } from '#clinic/clinic-facts.ts'
import type { Product } from '#contract/products/products.ts'

const ID = 'product-data'

/** Adds the products to the page as JSON-LD for search engines, or replaces an earlier list. An empty shop has none. */
export function showProductData(products: Product[]): void {
  const present = document.getElementById(ID)
  if (products.length === 0) return present?.remove()
  const script = present ?? document.createElement('script')
  Object.assign(script, { id: ID, type: 'application/ld+json' })
  script.textContent = JSON.stringify(productData(products, location.origin))
  document.head.append(script)
}

export function productData(products: Product[], site: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: describe(product, site),
    })),
  }
}

function describe({ name, description, category, image, price, inStock }: Product, site: string) {
  return {
    '@type': 'Product',
    name,
    description,
    category,
    ...(image !== '' && { image: new URL(image, site).href }),
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'GBP',
      availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      url: new URL('/shop', site).href,
      seller: { '@type': 'Organization', name: clinic.name },
    },
  }
}
