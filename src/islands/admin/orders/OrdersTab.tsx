import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { BulkSteps } from '#islands/admin/orders/BulkSteps.tsx'
import { OrderEntry } from '#islands/admin/orders/OrderEntry.tsx'
import { isOldestFirst, list } from '#islands/admin/orders/orders.store.ts'
import { OrderView } from '#islands/admin/orders/OrderView.tsx'
import { route } from '#islands/admin/router.ts'
import { DownloadByDay } from '#islands/admin/shared/DownloadByDay.tsx'
import { ListBar, ListFilter } from '#islands/admin/shared/ListBar.tsx'
import { ListBody } from '#islands/admin/shared/ListBody.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { attentionQuery } from '#islands/admin/shared/server-data.ts'

const VIEWS = [
  ['', 'All'],
  ['to_prepare', 'To prepare'],
  ['ready', 'Ready or out for delivery'],
  ['handed_over', 'Handed over'],
  ['refunding', 'Refunding'],
  ['part_refunded', 'Part refunded'],
  ['refunded', 'Refunded'],
  ['disputed', 'Frozen'],
] as const

export function OrdersTab() {
  useSignals()
  const { id } = route.value
  const hiddenOnPhone = id === undefined ? '' : 'behind-detail'
  return (
    <>
      <div className={hiddenOnPhone}>
        <PageHeader title="Orders" figures={<OrderFigures />} />
        <ListBar list={list} placeholder="Number, name, email or product">
          <ListFilter list={list} name="view" label="Status" options={VIEWS} />
        </ListBar>
      </div>
      <div className="split">
        <div className={`min-w-0 ${hiddenOnPhone}`}>
          <BulkSteps />
          <ListBody
            list={list}
            things="orders"
            columns={['Order', 'Amount', 'Ordered', 'Refunded']}
            order={isOldestFirst(list.filters.value.view) ? 'oldest first' : 'newest first'}
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
          <DownloadByDay file="orders.csv" things="orders" />
        </div>
        {id !== undefined && <OrderView key={id} id={id} />}
      </div>
    </>
  )
}

/** "3 to prepare"; nothing until it is loaded. */
function OrderFigures() {
  const { data } = useQuery(attentionQuery)
  return data && <span>{`${data.waiting.ordersToPrepare || 'Nothing'} to prepare`}</span>
}
