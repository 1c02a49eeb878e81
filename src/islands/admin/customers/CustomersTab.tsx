import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { place } from '../router.ts'
import { DownloadByDay } from '../shared/DownloadByDay.tsx'
import { ListBar } from '../shared/ListBar.tsx'
import { ListBody } from '../shared/ListBody.tsx'
import { TabHead } from '../shared/PageHeader.tsx'
import { CustomerEntry } from './CustomerEntry.tsx'
import { customers, figures, loadFigures } from './customers.store.ts'
import { ExportByEmail } from './ExportByEmail.tsx'
import { refreshAll } from './person.store.ts'
import { PersonView } from './PersonView.tsx'

/** Refresh is for the person beside the list, too. */
const whole = { ...customers, refresh: refreshAll }

/** Everyone the clinic knows, and one of them beside the list. */
export function CustomersTab() {
  useSignals()
  const { id } = place.value
  const behind = id === undefined ? '' : 'behind-detail'
  useEffect(() => void loadFigures(), [])
  return (
    <>
      <div className={behind}>
        <TabHead title="Customers" figures={figures.value} />
        <ListBar list={whole} placeholder="Name or e-mail" />
      </div>
      <div className="split">
        <div className={`min-w-0 ${behind}`}>
          <ListBody
            list={customers}
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
