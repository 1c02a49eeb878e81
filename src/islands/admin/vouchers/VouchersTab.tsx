import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { goTo, route } from '../router.ts'
import { DownloadByDay } from '../shared/DownloadByDay.tsx'
import { ListBar, ListFilter } from '../shared/ListBar.tsx'
import { ListBody } from '../shared/ListBody.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import {
  changeVoucher,
  closeDialog,
  figures,
  list,
  loadFigures,
  openDialog,
  refreshAll,
} from './vouchers.store.ts'
import { RedeemPage } from './RedeemPage.tsx'
import { REDEEM_ID } from './redeem.store.ts'
import { VoucherItem } from './VoucherItem.tsx'
import { VoucherView } from './VoucherView.tsx'
import { AdjustDialog } from './AdjustDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { GenerateDialog } from './GenerateDialog.tsx'
import { VoucherRefundConfirm } from './VoucherRefundConfirm.tsx'
import { UndoConfirm } from './UndoConfirm.tsx'
import type { AdminVoucher } from '#contract/admin-vouchers'
import { resendVoucherEndpoint } from '#contract/voucher-changes'
import { ResendDialog } from '../shared/ResendDialog.tsx'

const STATUSES = [
  ['', 'All'],
  ['active', 'Active'],
  ['expiring', 'Expiring in 30 days'],
  ['spent', 'Redeemed'],
  ['expired', 'Expired'],
  ['refunded', 'Refunded'],
] as const

/** Refreshes the open voucher as well. */
const listWithDetail = { ...list, refresh: refreshAll }

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
        <ListBar list={listWithDetail} placeholder="Code, number, name or email">
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

/** The open dialog. List and details share the dialogs. */
function VoucherDialogs() {
  useSignals()
  const open = openDialog.value
  switch (open?.name) {
    case 'generate':
      return <GenerateDialog onClose={closeDialog} />
    case 'adjust':
      return <AdjustDialog voucher={open.voucher} onClose={closeDialog} />
    case 'refund':
      return <VoucherRefundConfirm voucher={open.voucher} onClose={closeDialog} />
    case 'resend':
      return <ResendVoucherDialog voucher={open.voucher} onClose={closeDialog} />
    case 'extend':
      return <ExtendDialog voucher={open.voucher} eyebrow={open.voucher.voucherCode} onClose={closeDialog} />
    case 'undo':
      return <UndoConfirm voucher={open.voucher} entry={open.entry} onClose={closeDialog} />
    case undefined:
      return null
  }
}

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

const RESEND_MESSAGES = { done: 'The voucher is on its way again.', failed: 'Failed to send the voucher' }

function ResendVoucherDialog({ voucher, onClose }: Props) {
  const { id, voucherCode, recipientEmail: currentEmail } = voucher
  return (
    <ResendDialog
      eyebrow={voucherCode}
      recipient={currentEmail}
      submitLabel="Send Voucher"
      hint="Correct it here if it was mistyped; it is then kept with the voucher."
      onSend={async (recipientEmail) =>
        (
          await changeVoucher(
            resendVoucherEndpoint,
            id,
            recipientEmail === currentEmail ? {} : { recipientEmail },
            RESEND_MESSAGES,
          )
        ).failure
      }
      onClose={onClose}
    />
  )
}
