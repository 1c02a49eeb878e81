import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { goTo, hrefOf, IMPORT_ID, REDEEM_ID, route } from '#islands/admin/router.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { DownloadList } from '#islands/admin/shared/DownloadList.tsx'
import { pounds } from '#islands/admin/shared/format.ts'
import { useListAddress } from '#islands/admin/shared/list-address.ts'
import { ListBar, ListOptions } from '#islands/admin/shared/ListBar.tsx'
import { ListBody } from '#islands/admin/shared/ListBody.tsx'
import type { Column } from '#islands/admin/shared/ListColumns.tsx'
import { ListTabs } from '#islands/admin/shared/ListTabs.tsx'
import { LoadBoundary } from '#islands/admin/shared/LoadBoundary.tsx'
import { OwnersNotice, OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { statsQuery } from '#islands/admin/shared/server-data.ts'
import { AdjustDialog } from '#islands/admin/vouchers/AdjustDialog.tsx'
import { ExtendDialog } from '#islands/admin/vouchers/ExtendDialog.tsx'
import { GenerateDialog } from '#islands/admin/vouchers/GenerateDialog.tsx'
import { RedeemPage } from '#islands/admin/vouchers/RedeemPage.tsx'
import { SendAgainConfirm } from '#islands/admin/vouchers/SendAgainConfirm.tsx'
import { SendVoucherDialog } from '#islands/admin/vouchers/SendVoucherDialog.tsx'
import { TakeBackConfirm } from '#islands/admin/vouchers/TakeBackConfirm.tsx'
import { UndoConfirm } from '#islands/admin/vouchers/UndoConfirm.tsx'
import { STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { VoucherItem } from '#islands/admin/vouchers/VoucherItem.tsx'
import { VoucherRefundConfirm } from '#islands/admin/vouchers/VoucherRefundConfirm.tsx'
import { closeDialog, list, openDialog } from '#islands/admin/vouchers/vouchers.store.ts'
import { VoucherView } from '#islands/admin/vouchers/VoucherView.tsx'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { lazyPart } from '#ui/lazy-part.ts'

const STATUSES = [
  ['', 'All'],
  ['active', STATUS.active.label],
  ['expiring', 'Ends soon'],
  ['disputed', STATUS.disputed.label],
  ['spent', STATUS.spent.label],
  ['expired', STATUS.expired.label],
  ['refunded', `${STATUS.refunded.label} or ${STATUS.void.label.toLowerCase()}`],
] as const

const COLUMNS: readonly Column[] = [
  { name: 'Voucher', orders: [{ value: 'newest', label: 'Newest first', direction: 'descending' }] },
  { name: 'Status', isText: true },
  {
    name: 'Balance',
    orders: [
      { value: 'highest', label: 'Highest balance first', direction: 'descending' },
      { value: 'lowest', label: 'Lowest balance first', direction: 'ascending' },
    ],
  },
  {
    name: 'Last day',
    orders: [
      { value: 'soonest', label: 'Expiring soonest first', direction: 'ascending' },
      { value: 'latest', label: 'Expiring latest first', direction: 'descending' },
    ],
  },
]

const ImportPage = lazyPart(
  async () => (await import('#islands/admin/vouchers/import/ImportPage.tsx')).ImportPage,
)

export function VouchersTab() {
  useSignals()
  const { id } = route.value
  useListAddress('vouchers', list)
  if (id === IMPORT_ID && !isOwner.value) return <OwnersNotice title="Import Vouchers" />
  if (id === IMPORT_ID)
    return (
      <>
        <LoadBoundary>
          <Suspense fallback={<PageHeader title="Import Vouchers" />}>
            <ImportPage />
          </Suspense>
        </LoadBoundary>
        <VoucherDialogs />
      </>
    )
  return (
    <>
      <div className={id === undefined ? '' : 'behind-detail'}>
        <PageHeader
          title="Gift Vouchers"
          canRefresh
          figures={
            <OwnersOnly>
              <VoucherFigures />
            </OwnersOnly>
          }
        >
          <Button className="max-split:hidden" onClick={openRedeemPage}>
            Redeem a voucher
          </Button>
          <Button variant="quiet" onClick={() => (openDialog.value = { name: 'generate' })}>
            Generate Voucher
          </Button>
          <OwnersOnly>
            <a className="button button-quiet" href={hrefOf('vouchers', IMPORT_ID)}>
              Import Vouchers
            </a>
          </OwnersOnly>
        </PageHeader>
        <ListBar list={list} placeholder="Code, number, name or email">
          <ListOptions list={list} done="Sold" columns={COLUMNS} />
        </ListBar>
        <ListTabs list={list} of="vouchers" name="status" label="Status" tabs={STATUSES} />
      </div>
      <div className="split">
        <div className={id === undefined ? 'min-w-0' : 'behind-detail min-w-0'}>
          <ListBody
            list={list}
            things="vouchers"
            columns={COLUMNS}
            widths="[--acts:14rem] [--fields:6.5rem_9.5rem_6.75rem] xl:[--acts:21rem]"
            empty={
              <>
                <p>The vouchers that you sell online and at the desk will be listed here.</p>
                <Button variant="quiet" onClick={() => (openDialog.value = { name: 'generate' })}>
                  Generate the first voucher
                </Button>
                <OwnersOnly>
                  <p>
                    <a className="link" href={hrefOf('vouchers', IMPORT_ID)}>
                      Import vouchers you have already sold
                    </a>
                  </p>
                </OwnersOnly>
              </>
            }
            keyOf={({ id }) => id}
            Entry={VoucherItem}
          />
          <DownloadList list={list} done="Sold" file="vouchers.csv" things="vouchers" />
          <div className="foot-bar">
            <Button className="grow" onClick={openRedeemPage}>
              Redeem a voucher
            </Button>
          </div>
        </div>
        {id === REDEEM_ID && <RedeemPage />}
        {id !== undefined && id !== REDEEM_ID && <VoucherView key={id} id={id} />}
      </div>
      <VoucherDialogs />
    </>
  )
}

const openRedeemPage = () => goTo('vouchers', REDEEM_ID)

/** "37 active, £2,915.00 total value"; nothing until it is loaded. */
function VoucherFigures() {
  const { data } = useQuery(statsQuery)
  return (
    data && (
      <span>
        <ExactText>{`${data.activeVouchers} active, ${pounds(data.voucherValue)} total value`}</ExactText>
      </span>
    )
  )
}

/** The open dialog. List and details share the dialogs. */
function VoucherDialogs() {
  useSignals()
  const open = openDialog.value
  if (!open) return null
  const close = () => closeDialog(open)
  switch (open.name) {
    case 'generate':
      return <GenerateDialog onClose={close} />
    case 'adjust':
      return <AdjustDialog voucher={open.voucher} onClose={close} />
    case 'refund':
      return <VoucherRefundConfirm voucher={open.voucher} onClose={close} />
    case 'send':
      return isOwner.value ? (
        <SendVoucherDialog voucher={open.voucher} newCode={open.newCode} onClose={close} />
      ) : (
        <SendAgainConfirm voucher={open.voucher} onClose={close} />
      )
    case 'extend':
      return <ExtendDialog voucher={open.voucher} eyebrow={open.voucher.voucherCode} onClose={close} />
    case 'undo':
      return <UndoConfirm voucher={open.voucher} entry={open.entry} onClose={close} />
    case 'take-back':
      return <TakeBackConfirm importId={open.importId} onClose={close} />
  }
}
