import { useSignals } from '@preact/signals-react/runtime'
import { clinic } from '#clinic/clinic-facts.ts'
import { openingTimes } from '#clinic/opening-times.ts'
import type { BoughtOrder } from '#contract/orders/orders.ts'
import { BuyerEmail } from '#islands/checkout/BuyerEmail.tsx'
import { orderFacts } from '#islands/checkout/order-facts.ts'
import { FROM_THE_EMAIL, printPage } from '#islands/checkout/print-page.ts'
import { sheetTitle } from '#islands/checkout/print-sheet.ts'
import { PrintedReceipt } from '#islands/checkout/PrintedReceipt.tsx'
import { PurchaseSummary } from '#islands/checkout/PurchaseSummary.tsx'
import { checkout, closePurchase } from '#islands/shop/purchase/purchase.store.ts'
import { productList } from '#islands/shop/shop-products.store.ts'
import { Button } from '#ui/Button.tsx'

const NEXT_STEP = {
  collection: 'We will put it aside for you and email you as soon as it is ready to collect.',
  local: 'We will call or email you to agree when to deliver it.',
}

const HELD_BACK =
  'Your payment is being checked, so your order has to wait. If you have any questions, please ring us.'

export function OrderConfirmationStep({ bought }: { bought: BoughtOrder }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a small screen scrolls it, by the keyboard too */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label="Your order">
        <div className="stack">
          <div className="flex w-full items-start gap-5">
            <ProductPicture id={bought.productId} />
            <div className="grid justify-items-start gap-3">
              <span className="badge badge-good">Paid</span>
              <p className="lede">{bought.status === 'disputed' ? HELD_BACK : NEXT_STEP[bought.delivery]}</p>
            </div>
          </div>
          {bought.delivery === 'collection' && bought.status !== 'disputed' && <WhereToCollect />}
          <p className="message message-good">A confirmation email will follow</p>
          {bought.boughtBy && (
            <BuyerEmail
              boughtBy={bought.boughtBy}
              onChanged={(boughtBy) => checkout.changeBought({ boughtBy })}
            />
          )}
          <PurchaseSummary facts={orderFacts(bought)} reference={bought.reference} />
        </div>
      </div>
      <div className="dialog-foot">
        <Button variant="quiet" className="max-sm:grow" onClick={closePurchase}>
          Back to the Shop
        </Button>
        <Button
          className="max-sm:grow"
          onClick={() => printPage(sheetTitle('Receipt', bought.number), FROM_THE_EMAIL)}
        >
          Print Receipt
        </Button>
      </div>
      <PrintedReceipt facts={orderFacts(bought)} reference={bought.reference} />
    </>
  )
}

/** Nothing of a product without a picture, or before the list has loaded after a reload. */
function ProductPicture({ id }: { id: string }) {
  useSignals()
  const image =
    productList.value.name === 'here' && productList.value.products.find((one) => one.id === id)?.image
  return image ? <img src={image} alt="" className="size-18 flex-none bg-sunk object-cover" /> : null
}

const { address, hours, directionsUrl } = clinic

function WhereToCollect() {
  return (
    <div className="grid justify-items-start gap-1">
      <p>
        Please collect it from{' '}
        <span translate="no">{`${address.street}, ${address.city} ${address.postcode.replace(' ', '\u00a0')}`}</span>
      </p>
      <p className="text-small text-soft tabular-nums">
        {hours.map(({ days, open }) => `${days} ${openingTimes(open)}`).join(', ')}
      </p>
      {directionsUrl && (
        <a className="link" href={directionsUrl} target="_blank" rel="noopener">
          Directions (opens in a new tab)
        </a>
      )}
    </div>
  )
}
