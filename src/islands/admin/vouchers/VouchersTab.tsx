import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { goTo, route } from '../router.ts'
import { DownloadByDay } from '../shared/DownloadByDay.tsx'
import { ListBar, ListFilter } from '../shared/ListBar.tsx'
import { ListBody } from '../shared/ListBody.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { refreshAll } from './voucher-detail.store.ts'
import { openDialog } from './open-dialog.ts'
import { RedeemPage } from './RedeemPage.tsx'
import { REDEEM_ID } from './redeem.store.ts'
import { VoucherDialogs } from './VoucherDialogs.tsx'
import { VoucherItem } from './VoucherItem.tsx'
import { figures, list, loadFigures } from './vouchers.store.ts'
import { VoucherView } from './VoucherView.tsx'

const STATUSES = [
  ['', 'All'],
  ['active', 'Active'],
  ['expiring', 'Expiring in 30 days'],
  ['spent', 'Redeemed'],
  ['expired', 'Expired'],
  ['refunded', 'Refunded'],
] as const

/** Refresh is for the voucher beside the list, too. */
const listWithDetail = { ...list, refresh: refreshAll }

/** The list with one voucher beside it, or the desk where one is redeemed. */
export function VouchersTab() {
  useSignals()
  const { id } = route.value
  useEffect(() => void loadFigures(), [])
  if (id === REDEEM_ID) return <RedeemPage />
  return (
    <>
      <div className={id === undefined ? '' : 'behind-detail'}>
        <PageHeader title="Gift Vouchers" figures={figures.value}>
          <Button variant="quiet" onClick={() => goTo('vouchers', REDEEM_ID)}>
            Redeem a voucher
          </Button>
          <Button onClick={() => (openDialog.value = { name: 'generate' })}>Generate Voucher</Button>
        </PageHeader>
        <ListBar list={listWithDetail} placeholder="Code, name or e-mail">
          <ListFilter list={list} name="status" label="Status" options={STATUSES} />
        </ListBar>
      </div>
      <div className="split">
        <div className={id === undefined ? 'min-w-0' : 'behind-detail min-w-0'}>
          <ListBody
            list={list}
            things="vouchers"
            order={list.filters.value.status === 'expiring' ? 'soonest to expire first' : 'newest first'}
            keyOf={({ id }) => id}
            Entry={VoucherItem}
          />
          <DownloadByDay file="vouchers.csv" things="vouchers" />
        </div>
        {id !== undefined && <VoucherView key={id} id={id} />}
      </div>
      <VoucherDialogs />
    </>
  )
}
