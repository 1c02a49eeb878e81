import type { deliveries } from '#contract/orders'

export const DELIVERY_NAMES: Record<(typeof deliveries)[number], string> = {
  collection: 'Collect at the clinic',
  local: 'Local delivery',
}
