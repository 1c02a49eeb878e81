import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema, RequestIdSchema } from '#contract/base/ids.ts'
import { CursorSchema, dayEntries, SearchSchema } from '#contract/base/listing.ts'
import { PoundsSchema } from '#contract/base/money.ts'
import { deliveries, fulfilments, orderStatuses } from '#contract/base/statuses.ts'
import { freezeCauses } from '#contract/money/frozen.ts'
import { ExpectedAmountSchema, RefundStateSchema } from '#contract/money/refunds.ts'
import { ORDER_QUANTITY_MAX, ShippingAddressSchema } from '#contract/orders/orders.ts'
import { AdminCancellationSchema } from '#contract/purchases/cancellation.ts'
import { PurchaseNumberSchema } from '#contract/purchases/purchase-number.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

export type Fulfilment = (typeof fulfilments)[number]
export type Delivery = (typeof deliveries)[number]

export const AdminOrderSchema = v.object({
  id: IdSchema,
  number: v.optional(PurchaseNumberSchema),
  reference: v.string(),
  date: TimeSchema,
  status: v.picklist(orderStatuses),
  fulfilment: v.picklist(fulfilments),
  delivery: v.picklist(deliveries),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  productName: v.string(),
  /** Units to hand over, or that were: without those that went back on the shelf before that. */
  quantity: CountSchema,
  amount: AmountSchema,
  /** Refunds so far, pending ones included. */
  refunded: AmountSchema,
  /** What a refund may return: without refunds, and without what a bank has taken. */
  refundable: AmountSchema,
  /** Not if it is frozen, nor once all its money is on its way back or all its units are back on the shelf. */
  canHandOver: v.boolean(),
  /**
   * Whether the email that it is ready or on its way has left; of an order that its buyer has cancelled, that which asks for the
   * goods. Each leaves once.
   */
  buyerTold: v.boolean(),
  /** Whether its buyer has cancelled it. */
  isCancelled: v.boolean(),
})

export type AdminOrder = v.InferOutput<typeof AdminOrderSchema>

/** An order with the details for handing it over, for a receipt and for a refund. */
export const OrderDetailSchema = v.object({
  ...AdminOrderSchema.entries,
  /** Null unless it is frozen (status `disputed`). */
  frozenBy: v.nullable(v.picklist(freezeCauses)),
  productId: IdSchema,
  phone: v.nullable(v.string()),
  /** Null once the buyer is erased. */
  shippingAddress: v.nullable(ShippingAddressSchema),
  /** Units bought, for the receipt. */
  sold: CountSchema,
  /** Units that may still be restocked. */
  restockable: CountSchema,
  cancellation: v.optional(AdminCancellationSchema),
  /** Whether its buyer has the right to cancel, and has not. */
  canRecordCancellation: v.boolean(),
  /** Newest first. */
  history: v.array(v.object({ at: TimeSchema, what: v.string() })),
})

export type OrderDetail = v.InferOutput<typeof OrderDetailSchema>

export const orderOrders = ['newest', 'oldest', 'highest', 'lowest'] as const

export const adminOrdersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  role: 'staff',
  query: v.object({
    /** Searches the number, names, email, product and reference. */
    search: SearchSchema,
    status: v.optional(v.picklist(orderStatuses)),
    /** `to_prepare` and `ready` leave out orders of which nothing is to be handed over, `handed_over` refunded ones. */
    fulfilment: v.optional(v.picklist([...fulfilments, 'handed_over'])),
    /** A cursor continues the order that it came from. A search ignores `highest` and `lowest` amount. */
    order: v.optional(v.picklist(orderOrders), 'newest'),
    /** Placed on these days. */
    ...dayEntries,
    cursor: CursorSchema,
  }),
  body: v.undefined(),
  reply: v.array(AdminOrderSchema),
})

export const adminOrderEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/orders/:id',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: OrderDetailSchema,
})

/** How long a step can be taken back before the buyer is told of it, in milliseconds. */
export const UNDO_MS = 10_000

/** The email to the buyer waits `UNDO_MS`, and does not leave if the order is moved on or back meanwhile. */
export const changeFulfilmentEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/orders/:id',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.object({
    fulfilment: v.picklist(fulfilments, 'Please choose the next step'),
    /** The status that was shown; the change is refused if it is another now. */
    from: v.optional(v.picklist(fulfilments)),
  }),
  reply: OrderDetailSchema,
})

export const ORDERS_AT_ONCE_MAX = 100

const ChangeFulfilmentsResultSchema = v.object({
  id: IdSchema,
  /** `unchanged`: the order already has this status, for instance from another device. */
  outcome: v.picklist(['moved', 'unchanged', 'refused']),
  /** Why it was refused. */
  message: v.optional(v.string()),
  /** The order as it is now; missing if there is no such order. */
  order: v.optional(AdminOrderSchema),
})

export type ChangeFulfilmentsResult = v.InferOutput<typeof ChangeFulfilmentsResultSchema>

/** Moves several orders one step each. Reports on each order, because a refused one does not stop the others. */
export const changeFulfilmentsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/orders/fulfilment',
  access: 'admin',
  role: 'staff',
  body: v.object({
    orders: v.pipe(
      v.array(
        v.object({
          id: IdSchema,
          fulfilment: v.picklist(fulfilments, 'Please choose the next step'),
          /** The status that was shown; the change is refused if it is another now. */
          from: v.picklist(fulfilments, 'Please refresh the page and try again'),
        }),
        'Please choose at least one order',
      ),
      v.minLength(1, 'Please choose at least one order'),
      v.maxLength(ORDERS_AT_ONCE_MAX, `Please choose at most ${ORDERS_AT_ONCE_MAX} orders at once`),
      v.check(
        (orders) => new Set(orders.map(({ id }) => id)).size === orders.length,
        'Please choose each order only once',
      ),
    ),
  }),
  /** In the order of the request. */
  reply: v.object({ results: v.array(ChangeFulfilmentsResultSchema) }),
})

/** What the packing slip of an order needs. */
const PackingSlipSchema = v.pick(OrderDetailSchema, [
  'id',
  'number',
  'date',
  'delivery',
  'firstName',
  'lastName',
  'productName',
  'quantity',
  'amount',
  'phone',
  'shippingAddress',
])

export type PackedOrder = v.InferOutput<typeof PackingSlipSchema>

/** Returns what the packing slips of several orders need, by product. An order that there is not is left out. */
export const packingSlipsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/orders/packing-slips',
  access: 'admin',
  role: 'staff',
  body: v.object({
    ids: v.pipe(
      v.array(IdSchema, 'Please choose at least one order'),
      v.minLength(1, 'Please choose at least one order'),
      v.maxLength(ORDERS_AT_ONCE_MAX, `Please choose at most ${ORDERS_AT_ONCE_MAX} orders at once`),
    ),
  }),
  reply: v.array(PackingSlipSchema),
})

/** The amount of a refund; the server also checks that it does not exceed the refundable amount. */
export const RefundAmountSchema = PoundsSchema({
  min: 1,
  max: 99_999_999,
  invalid: 'Please enter an amount in pounds',
  tooSmall: 'Please enter at least £0.01',
  tooLarge: 'Please enter no more than the amount left to refund',
})

/** Units to restock; the server also checks that they do not exceed the units sold. */
export const RestockedSchema = v.pipe(
  v.number('Please enter a whole number'),
  v.integer('Please enter a whole number'),
  v.minValue(0, 'Please enter 0 or more'),
  v.maxValue(ORDER_QUANTITY_MAX, 'Please enter no more than the number sold'),
)

export const refundOrderEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/refund',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: v.optional(
    v.object({
      /** Default: the whole refundable amount. */
      amount: v.optional(RefundAmountSchema),
      restock: v.optional(RestockedSchema),
      /** What the dialog said can be refunded. */
      refundable: ExpectedAmountSchema,
      requestId: RequestIdSchema,
    }),
    {},
  ),
  reply: v.object({
    refunded: AmountSchema,
    restocked: CountSchema,
    state: RefundStateSchema,
    order: OrderDetailSchema,
  }),
})
