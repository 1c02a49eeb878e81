import { type Functions, loadFunctions } from '../../../local/netlify/functions.ts'
import { startDoors } from '../stand-ins.ts'
import { fillShelf } from '../fill-products.ts'

/** What the built functions talk to, with a counter at each of its doors. */
export interface World extends AsyncDisposable {
  functions: Functions
  stripeUrl: string
  databaseUrl: string
  /** Round trips so far: to the database, to Stripe with our secret key, to the mail provider. */
  calls: () => Calls
}

export interface Calls {
  database: number
  stripe: number
  mail: number
}

export async function startWorld(functionsFolder: string): Promise<World> {
  await using started = new AsyncDisposableStack()
  const { gateway, stripe, mail, databaseUrl, environment } = started.use(await startDoors())
  await fillShelf(databaseUrl)
  Object.assign(process.env, environment)
  const functions = await loadFunctions(functionsFolder)
  const everything = started.move()
  return {
    functions,
    stripeUrl: stripe.url,
    databaseUrl,
    calls: () => ({
      database: gateway.calls,
      stripe: stripe.state().requests.filter(({ key }) => key === 'secret').length,
      mail: mail.list().length,
    }),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}
