import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { route } from '../router.ts'
import { DownloadByDay } from '../shared/DownloadByDay.tsx'
import { ListBar } from '../shared/ListBar.tsx'
import { ListBody } from '../shared/ListBody.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { CustomerEntry } from './CustomerEntry.tsx'
import { list, figures, loadFigures } from './customers.store.ts'
import { ExportByEmail } from './ExportByEmail.tsx'
import { refreshAll } from './person.store.ts'
import { PersonView } from './PersonView.tsx'

/** Refresh is for the person beside the list, too. */
const listWithDetail = { ...list, refresh: refreshAll }

/** Everyone the clinic knows, and one of them beside the list. */
export function CustomersTab() {
  useSignals()
  const { id } = route.value
  const hiddenOnPhone = id === undefined ? '' : 'behind-detail'
  useEffect(() => void loadFigures(), [])
  return (
    <>
      <div className={hiddenOnPhone}>
        <PageHeader title="Customers" figures={figures.value} />
        <ListBar list={listWithDetail} placeholder="Name or e-mail" />
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
