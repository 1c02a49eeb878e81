import { useId, type ReactNode } from 'react'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import { SEARCH_ROWS, type SearchResults } from '#contract/search/search.ts'
import {
  buyerName,
  fulfilmentTexts,
  ORDER_STATUS,
  quantityAndProduct,
  showsFulfilment,
} from '#islands/admin/orders/order-labels.ts'
import { hrefOf, type Tab } from '#islands/admin/router.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { ExactText } from '#ui/ExactText.tsx'

interface Props {
  found: SearchResults
  /** Called when a result is opened. */
  onOpen: () => void
}

/** What was found, by kind, as links that open it in its tab. */
export function Results({ found: { vouchers, customers, orders, products }, onOpen }: Props) {
  return (
    <>
      <Group title="Gift vouchers" tab="vouchers" rows={vouchers} onOpen={onOpen} row={voucherRow} />
      <Group title="People" tab="customers" rows={customers} onOpen={onOpen} row={customerRow} />
      <Group title="Orders" tab="orders" rows={orders} onOpen={onOpen} row={orderRow} />
      <Group title="Products" tab="products" rows={products} onOpen={onOpen} row={productRow} />
    </>
  )
}

type Rows<Kind extends keyof SearchResults> = SearchResults[Kind][number]
type Labels = [name: string, details: string]

const ERASED = 'Someone whose details have been erased'

const voucherRow = ({
  recipientName,
  buyerName,
  codeEnd,
  currentBalance,
  status,
  number,
}: Rows<'vouchers'>): Labels => [
  `${recipientName || ERASED}${buyerName ? `, from ${buyerName}` : ''}`,
  [
    `…${codeEnd}`,
    `${pounds(currentBalance)} left`,
    STATUS[status].label,
    number && purchaseName('voucher', number),
  ]
    .filter(Boolean)
    .join(', '),
]

const customerRow = ({ name, email }: Rows<'customers'>): Labels => [name || email, name ? email : '']

const orderRow = (order: Rows<'orders'>): Labels => [
  buyerName(order) || ERASED,
  [
    order.number && purchaseName('order', order.number),
    quantityAndProduct(order),
    showsFulfilment(order)
      ? fulfilmentTexts(order, order.fulfilment).badge.label
      : ORDER_STATUS[order.status].label,
  ]
    .filter(Boolean)
    .join(', '),
]

const productRow = ({ name, category, stock }: Rows<'products'>): Labels => [
  name,
  `${category}, ${stock} in stock`,
]

interface GroupProps<Row> {
  title: string
  tab: Tab
  rows: Row[]
  row: (item: Row) => Labels
  onOpen: () => void
}

function Group<Row extends { id: string }>({ title, tab, rows, row, onOpen }: GroupProps<Row>): ReactNode {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        <span>{title}</span>
        {rows.length === SEARCH_ROWS && (
          <span className="font-normal text-soft">, the newest {SEARCH_ROWS}</span>
        )}
      </h3>
      <ul>
        {rows.map((item) => {
          const [name, details] = row(item)
          return (
            <li key={item.id}>
              <a className="search-result" href={hrefOf(tab, item.id)} onClick={onOpen}>
                <bdi className="search-name" translate="no">
                  {name}
                </bdi>{' '}
                <bdi className="text-small text-soft">
                  <ExactText>{details}</ExactText>
                </bdi>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
