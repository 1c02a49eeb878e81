import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { CustomerEntry } from '#islands/admin/customers/CustomerEntry.tsx'
import { list } from '#islands/admin/customers/customers.store.ts'
import { ExportByEmail } from '#islands/admin/customers/ExportByEmail.tsx'
import { PersonView } from '#islands/admin/customers/PersonView.tsx'
import { hrefOf, route } from '#islands/admin/router.ts'
import { DownloadList } from '#islands/admin/shared/DownloadList.tsx'
import { useListAddress } from '#islands/admin/shared/list-address.ts'
import { ListBar, ListOptions } from '#islands/admin/shared/ListBar.tsx'
import { ListBody } from '#islands/admin/shared/ListBody.tsx'
import type { Column } from '#islands/admin/shared/ListColumns.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { statsQuery } from '#islands/admin/shared/server-data.ts'

const COLUMNS: readonly Column[] = [
  {
    name: 'Customer',
    orders: [
      { value: 'a_to_z', label: 'Names from A to Z', direction: 'ascending' },
      { value: 'z_to_a', label: 'Names from Z to A', direction: 'descending' },
    ],
  },
  { name: 'Spent' },
  {
    name: 'Last seen',
    orders: [{ value: 'newest', label: 'Most recently seen first', direction: 'descending' }],
  },
]

export function CustomersTab() {
  useSignals()
  const { id } = route.value
  useListAddress('customers', list)
  const hiddenOnPhone = id === undefined ? '' : 'behind-detail'
  return (
    <>
      <div className={hiddenOnPhone}>
        <PageHeader title="Customers" canRefresh figures={<CustomerFigures />} />
        <ListBar list={list} placeholder="Name or email">
          <ListOptions list={list} done="Seen" columns={COLUMNS} />
        </ListBar>
      </div>
      <div className="split">
        <div className={`min-w-0 ${hiddenOnPhone}`}>
          <ListBody
            list={list}
            things="customers"
            columns={COLUMNS}
            widths="[--acts:9rem] [--fields:8rem_6.75rem]"
            empty={
              <>
                <p>Everyone who buys from you, receives a voucher or writes to you will be listed here.</p>
                <a className="button button-quiet" href={hrefOf('vouchers')}>
                  Sell a voucher
                </a>
              </>
            }
            keyOf={({ id }) => id}
            Entry={CustomerEntry}
          />
          <ExportByEmail />
          <DownloadList list={list} done="Seen" file="customers.csv" things="customers" />
        </div>
        {id !== undefined && <PersonView key={id} id={id} />}
      </div>
    </>
  )
}

/** "3 new customers this month"; nothing until it is loaded. */
function CustomerFigures() {
  const { data } = useQuery(statsQuery)
  return (
    data && (
      <span>{`${data.newCustomers} new ${data.newCustomers === 1 ? 'customer' : 'customers'} this month`}</span>
    )
  )
}
