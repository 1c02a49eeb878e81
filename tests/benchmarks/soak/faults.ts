import type { Doors } from '../stand-ins.ts'

/** What goes wrong next, at one of the doors; every one of them happens in turn. */
const FAULTS: ((doors: Doors) => unknown)[] = [
  ({ gateway }) => gateway.fault({ times: 1 }),
  ({ gateway }) => gateway.fault({ times: 1, after: true }),
  ({ stripe }) => stripe.control.fault({ match: '*', status: 500 }),
  ({ stripe }) => stripe.control.fault({ match: '*', after: true }),
  ({ mail }) => mail.control.fail({ status: 500, code: 0, times: 1 }),
  ({ mail }) => mail.control.fail({ status: 500, code: 0, times: 1, taken: true }),
]

/** One purchase in so many meets a fault. */
const EVERY = 20

/** Before the purchase of that number begins. */
export async function faultFor(doors: Doors, nth: number): Promise<void> {
  if (nth % EVERY === 0) await FAULTS[(nth / EVERY) % FAULTS.length]!(doors)
}
