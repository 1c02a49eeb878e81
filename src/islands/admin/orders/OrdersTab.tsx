import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { BulkSteps } from '#islands/admin/orders/BulkSteps.tsx'
import { ORDER_VIEWS } from '#islands/admin/orders/order-labels.ts'
import { OrderEntry } from '#islands/admin/orders/OrderEntry.tsx'
import { list } from '#islands/admin/orders/orders.store.ts'
import { OrderView } from '#islands/admin/orders/OrderView.tsx'
import { route } from '#islands/admin/router.ts'
import { DownloadList } from '#islands/admin/shared/DownloadList.tsx'
import { useListAddress } from '#islands/admin/shared/list-address.ts'
import { ListBar, ListOptions } from '#islands/admin/shared/ListBar.tsx'
import { ListBody } from '#islands/admin/shared/ListBody.tsx'
import type { Column } from '#islands/admin/shared/ListColumns.tsx'
import { ListTabs } from '#islands/admin/shared/ListTabs.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { attentionQuery } from '#islands/admin/shared/server-data.ts'

const VIEWS = [
  ['to_prepare', ORDER_VIEWS.to_prepare],
  ['ready', ORDER_VIEWS.ready],
  ['handed_over', ORDER_VIEWS.handed_over],
  ['disputed', ORDER_VIEWS.disputed, 'rare'],
  ['refunding', ORDER_VIEWS.refunding, 'rare'],
  ['part_refunded', ORDER_VIEWS.part_refunded, 'rare'],
  ['refunded', ORDER_VIEWS.refunded],
  ['', 'All'],
] as const

const COLUMNS: readonly Column[] = [
  { name: 'Order' },
  { name: 'Status', isText: true },
  {
    name: 'Amount',
    orders: [
      { value: 'highest', label: 'Highest amount first', direction: 'descending' },
      { value: 'lowest', label: 'Lowest amount first', direction: 'ascending' },
    ],
  },
  {
    name: 'Ordered',
    orders: [
      { value: 'newest', label: 'Newest first', direction: 'descending' },
      { value: 'oldest', label: 'Oldest first', direction: 'ascending' },
    ],
  },
]

export function OrdersTab() {
  useSignals()
  const { id } = route.value
  useListAddress('orders', list)
  const hiddenOnPhone = id === undefined ? '' : 'behind-detail'
  return (
    <>
      <div className={hiddenOnPhone}>
        <PageHeader title="Orders" canRefresh figures={<OrderFigures />} />
        <ListBar list={list} placeholder="Order number, name, email or product">
          <ListOptions list={list} done="Ordered" columns={COLUMNS} />
        </ListBar>
        <ListTabs list={list} of="orders" name="view" label="Status" tabs={VIEWS} />
      </div>
      <div className="split">
        <div className={`min-w-0 ${hiddenOnPhone}`}>
          <BulkSteps />
          <ListBody
            list={list}
            things="orders"
            columns={COLUMNS}
            widths="[--acts:12.5rem] [--fields:9rem_8rem_6.75rem]"
            empty={
              <>
                <p>There is nothing to prepare. New orders from the shop will be listed here.</p>
                <a className="button button-quiet" href="/shop">
                  View the shop
                </a>
              </>
            }
            keyOf={({ id }) => id}
            Entry={OrderEntry}
          />
          <DownloadList list={list} done="Ordered" file="orders.csv" things="orders" />
        </div>
        {id !== undefined && <OrderView key={id} id={id} />}
      </div>
    </>
  )
}

/** "3 to prepare"; nothing until it is loaded, nor without one: the empty list says so. */
function OrderFigures() {
  const count = useQuery(attentionQuery).data?.waiting.ordersToPrepare ?? 0
  return count > 0 && <span>{`${count} to prepare`}</span>
}
