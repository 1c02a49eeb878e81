import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { route } from '../router.ts'
import { DownloadByDay } from '../shared/DownloadByDay.tsx'
import { ListBar } from '../shared/ListBar.tsx'
import { ListBody } from '../shared/ListBody.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { CustomerEntry } from './CustomerEntry.tsx'
import { figures, list, loadFigures, refreshAll } from './customers.store.ts'
import { ExportByEmail } from './ExportByEmail.tsx'
import { PersonView } from './PersonView.tsx'

/** Refreshes the open person as well. */
const listWithDetail = { ...list, refresh: refreshAll }

export function CustomersTab() {
  useSignals()
  const { id } = route.value
  const hiddenOnPhone = id === undefined ? '' : 'behind-detail'
  useEffect(() => void loadFigures(), [])
  return (
    <>
      <div className={hiddenOnPhone}>
        <PageHeader title="Customers" figures={figures.value} />
        <ListBar list={listWithDetail} placeholder="Name or email" />
      </div>
      <div className="split">
        <div className={`min-w-0 ${hiddenOnPhone}`}>
          <ListBody
            list={list}
            things="customers"
            order="last seen first"
            keyOf={({ id }) => id}
            Entry={CustomerEntry}
          />
          <ExportByEmail />
          <DownloadByDay file="customers.csv" things="customers" />
        </div>
        {id !== undefined && <PersonView key={id} id={id} />}
      </div>
    </>
  )
}
