import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Client } from 'pg'
import { type Doors, startDoors } from '../stand-ins.ts'
import { serveFunctions, shopOf } from '../payments/payments.ts'
import type { Shop } from '../purchases/buy.ts'
import { progress } from '../say.ts'
import { fillShelf } from '../shelf.ts'
import { buyAnything } from './buy-anything.ts'
import { faultFor } from './faults.ts'

const INVARIANTS = resolve(import.meta.dirname, '../../harness/invariants.sql')
const CALLERS = 8
const STOCK = 50_000
/** Memory is looked at after each quarter. */
const QUARTERS = 4

export interface SoakFigures {
  purchases: number
  /** Of the process of the functions, after each quarter. */
  memory: { purchases: number; heapBytes: number; rssBytes: number }[]
  /** Whose buyers gave up; what they had paid for they must have all the same. */
  givenUp: number
  paid: number
  paidForNothing: number
  brokenInvariants: number
  seconds: number
}

/** So many purchases in one life of the functions, with something going wrong at one of the doors for one in twenty. */
export async function measureSoak(functions: string, purchases: number): Promise<SoakFigures> {
  const began = performance.now()
  await using doors = await startDoors()
  const shelf = await fillShelf(doors.databaseUrl, STOCK)
  await using server = await serveFunctions(functions, doors)
  const shop = shopOf(server.ready, doors)
  const memory: SoakFigures['memory'] = []
  let nth = 0
  let givenUp = 0
  const caller = async (until: number) => {
    while (nth < until) {
      const mine = nth++
      await faultFor(doors, mine)
      if (!(await buyAnything(shop, shelf, mine))) givenUp += 1
    }
  }
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    const until = Math.round((purchases * quarter) / QUARTERS)
    await Promise.all(Array.from({ length: CALLERS }, () => caller(until)))
    progress(`${until} of ${purchases} purchases`)
    const { heapUsed, rss } = await server.ask()
    memory.push({ purchases: until, heapBytes: heapUsed, rssBytes: rss })
  }
  await comeToRest(shop, doors)
  const seconds = (performance.now() - began) / 1000
  return { purchases, memory, givenUp, seconds, ...(await readBooks(doors)) }
}

const RUNS_AT_MOST = 20

/** The schedule goes over what buyers have given up, until there is nothing left of it. */
async function comeToRest({ site }: Shop, { gateway, mail }: Doors): Promise<void> {
  gateway.clearFaults()
  mail.control.heal()
  for (let run = 0; run < RUNS_AT_MOST; run++) {
    const answer = await fetch(`${site}/scheduled/settle-payments`, { method: 'POST' })
    if (((await answer.json()) as { done?: number }).done === 0) return
  }
}

async function readBooks({ databaseUrl, stripe }: Doors) {
  const intents = stripe.state().intents.filter(({ status }) => status === 'succeeded')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: broken } = await client.query(await readFile(INVARIANTS, 'utf8'))
    const { rows } = await client.query(
      `select intent from unnest($1::text[]) intent
       where not exists (select from payment where stripe_payment_intent_id = intent and state = 'fulfilled')`,
      [intents.map(({ id }) => id)],
    )
    return { paid: intents.length, paidForNothing: rows.length, brokenInvariants: broken.length }
  } finally {
    await client.end()
  }
}
