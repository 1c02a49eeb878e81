import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/Button.tsx'
import { goTo, REDEEM_ID, route } from '../router.ts'
import { DownloadByDay } from '../shared/DownloadByDay.tsx'
import { ListBar, ListFilter } from '../shared/ListBar.tsx'
import { ListBody } from '../shared/ListBody.tsx'
import { pounds } from '../shared/format.ts'
import { statsQuery } from '../shared/server-data.ts'
import { PageHeader } from '../shared/PageHeader.tsx'
import { changeVoucher, closeDialog, list, openDialog } from './vouchers.store.ts'
import { RedeemPage } from './RedeemPage.tsx'
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

export function VouchersTab() {
  useSignals()
  const { id } = route.value
  if (id === REDEEM_ID) return <RedeemPage />
  return (
    <>
      <div className={id === undefined ? '' : 'behind-detail'}>
        <PageHeader title="Gift Vouchers" figures={<VoucherFigures />}>
          <Button className="max-lg:hidden" onClick={openRedeemPage}>
            Redeem a voucher
          </Button>
          <Button variant="quiet" onClick={() => (openDialog.value = { name: 'generate' })}>
            Generate Voucher
          </Button>
        </PageHeader>
        <ListBar list={list} placeholder="Code, number, name or email">
          <ListFilter list={list} name="status" label="Status" options={STATUSES} />
        </ListBar>
      </div>
      <div className="split">
        <div className={id === undefined ? 'min-w-0' : 'behind-detail min-w-0'}>
          <ListBody
            list={list}
            things="vouchers"
            columns={['Voucher', 'Original amount', 'Current balance', 'Expiry date']}
            order={list.filters.value.status === 'expiring' ? 'soonest to expire first' : 'newest first'}
            empty={
              <>
                <p>The vouchers that you sell online and at the desk will be listed here.</p>
                <Button variant="quiet" onClick={() => (openDialog.value = { name: 'generate' })}>
                  Generate the first voucher
                </Button>
              </>
            }
            keyOf={({ id }) => id}
            Entry={VoucherItem}
          />
          <DownloadByDay file="vouchers.csv" things="vouchers" />
          <div className="foot-bar">
            <Button className="grow" onClick={openRedeemPage}>
              Redeem a voucher
            </Button>
          </div>
        </div>
        {id !== undefined && <VoucherView key={id} id={id} />}
      </div>
      <VoucherDialogs />
    </>
  )
}

const openRedeemPage = () => goTo('vouchers', REDEEM_ID)

/** "37 active, £2,915.00 total value"; nothing until it is loaded. */
function VoucherFigures() {
  const { data } = useQuery(statsQuery)
  return data && `${data.activeVouchers} active, ${pounds(data.totalVoucherValue)} total value`
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

function ResendVoucherDialog({ voucher, onClose }: Props) {
  const { id, voucherCode } = voucher
  const currentEmail = voucher.recipientEmail ?? voucher.buyerEmail ?? ''
  return (
    <ResendDialog
      eyebrow={voucherCode}
      recipient={currentEmail}
      submitLabel="Send Voucher"
      hint="Correct it here if it was mistyped; it is then kept with the voucher."
      onSend={(recipientEmail) =>
        changeVoucher(
          resendVoucherEndpoint,
          id,
          recipientEmail === currentEmail ? {} : { recipientEmail },
          'The voucher is on its way again.',
          'Failed to send the voucher',
        )
      }
      onClose={onClose}
    />
  )
}
