import type { MailEvent } from '#local/mail/mail-events.ts'
import type { Prng } from '#local/prng.ts'
import { openDispute } from '#local/stripe/disputes.ts'
import { daysAfter } from '#server/dates.ts'
import { changeAddress } from '#server/delivery/change-address.ts'
import { sendAgain } from '#server/delivery/send-again.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { reissueVoucher, resendVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { tryAtStripe } from '#tests/resilience/simulation/bank.ts'
import { randomDelay } from '#tests/resilience/simulation/busy-periods.ts'
import { pressButton, SIM_OWNER, type OwnerAction } from '#tests/resilience/simulation/press-button.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { callSimFunction, type FunctionResponse } from '#tests/resilience/simulation/sim-functions.ts'
import { BOUNCED, isGiftEmail, type DeliveredEmail } from '#tests/resilience/simulation/sim-mailbox.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const GIFT = `
  select voucher.id, payment_id as payment, coalesce(link_id, payment_id) as link, recipient_email as "recipientEmail"
  from outbox join gift_voucher voucher on voucher.id = about
    join payment on payment.id = payment_id
  where outbox.id = $1 or message_id = $2`

interface Gift {
  id: string
  payment: string
  link: string
  recipientEmail: string | null
}

/** Plays the buyer of a gift that came back, who corrects its address, or that reached somebody else, who has it replaced. */
export function playBuyerOfGift(run: SimRun, delivery: DeliveredEmail, event: MailEvent, prng: Prng): void {
  if (!isGiftEmail(delivery)) return
  const isBounced = event.RecordType === 'Bounce' && BOUNCED.some((type) => type === event.Type)
  if (!prng.chance(isBounced ? 0.8 : 0.4)) return
  run.timeline.start(async () => {
    const { timeline, busyPeriods } = run
    await timeline.wait(
      prng.chance(0.7) ? prng.between(0, 20 * MINUTE) : randomDelay({ prng, timeline, busyPeriods }),
    )
    const [gift] = await run.rows<Gift>(GIFT, [delivery.outboxId, delivery.messageId])
    if (!gift || run.isJudged) return
    const token = purchaseToken(gift.link)
    const address = () => prng.pick([`right${prng.between(1, 3)}-${delivery.to}`, delivery.to])
    for (let tabs = prng.pick([1, 1, 2]); tabs > 0; tabs -= 1) {
      if (prng.chance(isBounced ? 0.8 : 0.2)) {
        const from = prng.chance(0.5) ? gift.recipientEmail : undefined
        const to = address()
        timeline.start(() => correctAddress(run, gift, to, from))
      } else timeline.start(() => replaceGift(run, gift, { token, address, prng }))
    }
  })
}

/** Plays a buyer who sees the wrong address before the site knows that the email has left, and corrects it. */
export function playHastyBuyer(run: SimRun, delivery: DeliveredEmail): void {
  if (!isGiftEmail(delivery)) return
  const prng = run.prngFor(`haste ${delivery.messageId}`)
  run.timeline.after(prng.between(2, 60) * SECOND, () =>
    run.timeline.start(async () => {
      if (delivery.markedSentAt !== undefined || delivery.reportedAt !== undefined) return
      const [gift] = await run.rows<Gift>(GIFT, [delivery.outboxId, delivery.messageId])
      if (gift) await correctAddress(run, gift, `seen-${delivery.to}`)
    }),
  )
}

async function correctAddress(
  run: SimRun,
  { payment, link }: Gift,
  recipientEmail: string,
  from?: string | null,
): Promise<void> {
  // It gets a new code if the email may have arrived.
  run.corrections.push(payment)
  const body = { token: purchaseToken(link), recipientEmail, ...(from && { from }) }
  await callSimFunction(run, 'changeRecipient', { by: 'giver', body })
}

/** Asks for a new code, as a browser does: with the same request id until a response comes, and sometimes twice. */
async function replaceGift(
  run: SimRun,
  { id, payment }: Gift,
  { token, address, prng }: { token: string; address: () => string; prng: Prng },
): Promise<void> {
  const wanted = { token, recipientEmail: address() }
  const reissue = { voucher: id, isConfirmed: false, isByBuyer: true as const }
  run.reissues.push(reissue)
  const addresses = new Set<string>()
  const ask = async (body: typeof wanted) => {
    let response: FunctionResponse | undefined
    for (let nth = 0; nth < 3 && (response === undefined || response.status >= 500); nth += 1) {
      if (nth > 0) await run.timeline.wait(2 * SECOND)
      response = await callSimFunction(run, 'reissuePurchase', { by: 'giver', body })
    }
    if (response?.status !== 200) return
    reissue.isConfirmed = true
    addresses.add(body.recipientEmail)
    // A correction in another tab may lead to the address that the second request asks for.
    if (addresses.size > 1 && !run.corrections.includes(payment))
      run.problems.push(`voucher ${id} was replaced for two addresses`)
  }
  const other = { ...wanted, recipientEmail: `other-${wanted.recipientEmail}` }
  const second = prng.pick([undefined, undefined, wanted, other])
  if (second) run.timeline.start(() => ask(second))
  await ask(wanted)
}

interface Purchase {
  id: string
  kind: 'voucher' | 'order'
  intent: string | null
  pence: number
}

const PURCHASES = `
  select voucher.id, 'voucher' as kind, stripe_payment_intent_id as intent, balance_pence as pence, recipient_name as name
  from gift_voucher voucher left join payment on payment.id = payment_id
  union all
  select orders.id, 'order', reference, 0, '' from orders
  order by intent, name`

const UNDELIVERED = `
  select id from outbox where bounced_at is not null or failed_at is not null and withdrawn_at is null
  order by created_at, due_at, template`

/** Plays an admin who puts right what did not arrive, sometimes while the voucher is used, refunded or disputed. */
export async function mendDelivery(run: SimRun, nth: number): Promise<void> {
  const { timeline } = run
  const prng = run.prngFor(`mended emails ${nth}`)
  for (let remaining = prng.pick([1, 2, 4]); remaining > 0; remaining -= 1) {
    await timeline.wait(prng.between(1, 12) * MINUTE)
    const purchases = await run.rows<Purchase>(PURCHASES)
    if (purchases.length === 0) continue
    const purchase = prng.pick(purchases)
    if (prng.chance(0.3)) await timeline.wait(prng.between(1, 10 * MINUTE))
    const acts = [await nextAct(run, purchase, prng)]
    // Another admin has the same page open.
    if (prng.chance(0.3)) acts.push(await nextAct(run, purchase, prng))
    const meanwhile = prng.chance(0.5) && disturb(run, purchase, prng)
    if (meanwhile) acts.push(meanwhile)
    for (const act of acts) {
      const delay = prng.chance(0.5) ? 0 : prng.between(0, 3 * SECOND)
      timeline.after(delay, () => timeline.start(act))
    }
  }
}

type Act = () => Promise<unknown>

/** Returns a way to put a purchase's emails right. */
async function nextAct(run: SimRun, { id, kind }: Purchase, prng: Prng): Promise<Act> {
  const requestId = prng.uuid()
  const email = `mended${prng.between(1, 3)}-${kind}@example.com`
  const recipientEmail = prng.chance(0.5) ? email : undefined
  const change = { voucherId: id, actor: SIM_OWNER }
  const emails = await run.rows<{ id: string }>(UNDELIVERED)
  switch (
    prng.pickWeighted({
      reissue: kind === 'voucher' ? 3 : 0,
      resend: kind === 'voucher' ? 3 : 0,
      again: emails.length > 0 ? 3 : 0,
      address: 2,
    })
  ) {
    case 'reissue':
      return async () => {
        const reissue = { voucher: id, isConfirmed: false }
        run.reissues.push(reissue)
        const action: OwnerAction = (services) =>
          reissueVoucher(services, change, { requestId, recipientEmail, code: undefined })
        reissue.isConfirmed = await pressButton(run, 'reissue', action)
      }
    case 'resend': {
      const day = run.prngFor(`day ${requestId}`)
      const sendOn = day.pick([undefined, null, daysAfter(new Date(run.timeline.now), day.between(1, 8))])
      return () =>
        pressButton(run, 'resend', (services) => {
          run.giftPresses.push(id)
          return resendVoucher(services, change, {
            ...(recipientEmail && { recipientEmail }),
            ...(sendOn !== undefined && { sendOn }),
          })
        })
    }
    case 'again': {
      const again = prng.pick(emails)
      const isActivated = prng.chance(0.5)
      return () =>
        pressButton(run, 'send again', async (services) => {
          const [about] = await run.rows<{ voucher: string; recipient: string }>(
            `select about as voucher, recipient from outbox where id = $1`,
            [again.id],
          )
          if (about && isActivated) run.mailbox.activate(about.recipient)
          if (about) run.giftPresses.push(about.voucher)
          run.sentAgain.add(again.id)
          return sendAgain(services, { id: again.id, recipient: recipientEmail, actor: SIM_OWNER })
        })
    }
    case 'address':
      return () =>
        pressButton(run, 'correct address', (services) => {
          run.giftPresses.push(id)
          return changeAddress(services, { kind, id, email, requestId }, SIM_OWNER)
        })
  }
}

/** Returns something that happens to the voucher at the same moment. */
function disturb(run: SimRun, { id, kind, intent, pence }: Purchase, prng: Prng): Act | undefined {
  if (kind === 'order') return undefined
  const requestId = prng.uuid()
  switch (prng.pick(['refund', 'redeem', 'dispute'])) {
    case 'refund':
      return () =>
        pressButton(run, 'refund voucher', (services) =>
          refundVoucher(services, id, SIM_OWNER, { requestId }),
        )
    case 'redeem': {
      const amount = prng.chance(0.5) ? Math.max(1, pence) : 100
      const change = { requestId, amount, description: requestId }
      return async () => {
        const isDone = await pressButton(run, 'redeem', (services) =>
          redeemVoucher(services, { voucherId: id, actor: SIM_OWNER }, change),
        )
        run.deskActions.set(requestId, isDone)
      }
    }
    default: {
      const charge = run.stripe.state().charges.find((one) => one.payment_intent === intent && one.paid)
      if (!charge) return undefined
      return async () => tryAtStripe(run, 'a dispute', (account) => openDispute(account, charge.id, {}))
    }
  }
}
