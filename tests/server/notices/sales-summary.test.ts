import { beforeAll, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { checkAppointmentTime } from '#contract/enquiries/appointment-time.ts'
import { daysAfter, longDay } from '#server/dates.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { changeSettings, getSettings } from '#server/notices/settings.ts'
import { signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { adminSettings, changeSettings: changeSettingsFunction } = functions

const world = useWorld()
const noticesToClinic = (subject: RegExp) =>
  world.mail.list().filter((mail) => mail.to.includes(clinic.email) && subject.test(mail.subject))
const summaries = () => noticesToClinic(/^Sales on /)
const runHourly = () => runHourlyJob(world.services)
const choose = (saleEmails: 'each' | 'daily') => changeSettings(world.services, { saleEmails }, 'test')

async function sellVoucher(pence = 5000): Promise<string> {
  const settled = await settlePayment(world.services, (await buy(world, pence)).intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  return settled.voucher.id
}

// The stand-in for Stripe dates payments by the real clock, so the tests begin tomorrow.
const dayOf = (days: number) => daysAfter(new Date(), days + 1)

/** A time in London, `days` after the first day of these tests. */
function moment(days: number, time: string): Date {
  const checked = checkAppointmentTime(
    { date: dayOf(days), time, minutes: 60 },
    { now: new Date(), clinic: { hours: [], closures: [] } },
  )
  if (checked.problem !== undefined) throw new Error(checked.problem)
  return checked.at
}
const setClock = (days: number, time: string) => world.clock.set(moment(days, time))

beforeAll(async () => {
  // Sales before this day are not due.
  await world.rows('update settings set summarised_until = $1', [moment(0, '12:00')])
})

describe('an online sale', () => {
  it('sends the clinic one email, with a link to the voucher or order', async () => {
    const [voucher, order] = [await sellVoucher(), await orderOf(world)]
    await runHourly()
    const [sold] = noticesToClinic(/^Gift voucher sold: Buyer Name, £50\.00$/)
    expect(sold?.text).toContain(`/admin/dashboard#vouchers/${voucher}`)
    const [placed] = noticesToClinic(/^New order: /)
    expect(placed?.text).toContain(`/admin/dashboard#orders/${order.id}`)
    expect(await world.rows(`select from outbox where key like 'voucher:%:voucher-notice'`)).toHaveLength(1)
  })

  it('sends none of its own while the owner wants a summary', async () => {
    await choose('daily')
    const [voucher, order] = [await sellVoucher(), await orderOf(world)]
    expect(
      await world.rows('select key from outbox where key = any($1)', [
        [`voucher:${voucher}:voucher-notice`, `order:${order.id}:order-notice`],
      ]),
    ).toEqual([])
    await choose('each')
  })
})

describe('the summary of sales', () => {
  it('comes once in the evening, however often and by how many jobs it is tried, and opens each sale', async () => {
    await choose('daily')
    setClock(0, '13:00')
    const [voucher, order] = [await sellVoucher(), await orderOf(world, 2)]
    setClock(0, '18:59')
    await runHourly()
    expect(summaries()).toEqual([])
    setClock(0, '19:06')
    await Promise.all([runHourly(), runHourly(), runHourly()])
    setClock(0, '23:00')
    await runHourly()
    const [summary, ...more] = summaries()
    expect(more).toEqual([])
    expect(summary?.subject).toBe(`Sales on ${longDay(dayOf(0))}: 2 sales, £114.00`)
    expect(summary?.text).toContain(`/admin/dashboard#vouchers/${voucher}`)
    expect(summary?.text).toContain(`/admin/dashboard#orders/${order.id}`)
    expect(JSON.stringify(summary)).not.toMatch(/Buyer Name|Recipient Name/)
    setClock(1, '20:00')
    await runHourly()
    expect(summaries()).toHaveLength(1)
  })

  it('contains a sale of the late evening the next day, and after an outage those of all days', async () => {
    const before = summaries().length
    setClock(2, '19:30')
    const late = await sellVoucher(3000)
    setClock(4, '12:00')
    const later = await sellVoucher(4000)
    setClock(5, '03:00')
    await runHourly()
    const [summary, ...more] = summaries().slice(0, summaries().length - before)
    expect(more).toEqual([])
    expect(summary?.subject).toBe(`Sales on ${longDay(dayOf(4))}: 2 sales, £70.00`)
    for (const voucher of [late, later]) expect(summary?.text).toContain(voucher)
  })

  it('leaves out a sale that had its own email, if the owner has changed the setting during the day', async () => {
    const before = summaries().length
    await choose('each')
    setClock(6, '10:00')
    await sellVoucher(1000)
    await choose('daily')
    const summed = await sellVoucher(2000)
    await choose('each')
    setClock(6, '20:00')
    await runHourly()
    const [summary, ...more] = summaries().slice(0, summaries().length - before)
    expect(more).toEqual([])
    expect(summary?.subject).toBe(`Sales on ${longDay(dayOf(6))}: 1 sale, £20.00`)
    expect(summary?.text).toContain(summed)
  })
})

it('the setting is read and changed in the portal, and recorded once', async () => {
  const { headers, adminId } = await signInNewAdmin(world)
  const path = '/api/admin/settings'
  const change = (saleEmails: unknown) =>
    callFunction(changeSettingsFunction, { path, method: 'PUT', headers, body: { saleEmails } })
  const daily = { saleEmails: 'daily', reminders: true }
  for (const _ of [1, 2]) expect(await (await change('daily')).json()).toEqual(daily)
  expect(await (await callFunction(adminSettings, { path, method: 'GET', headers })).json()).toEqual(daily)
  expect(
    await world.rows(`select actor from activity where action = 'settings_changed' and actor = $1`, [
      adminId,
    ]),
  ).toHaveLength(1)
  const refused = await change('never')
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { fields: { saleEmails: 'Please choose when we should email you about sales' } },
  ])
  await choose('each')
  expect(await getSettings(world.services.db)).toEqual({ saleEmails: 'each', reminders: true })
})
