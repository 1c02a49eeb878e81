import { loadFunctions, type Functions } from '#local/netlify/functions.ts'
import { fillProducts } from '#tests/benchmarks/fill-products.ts'
import { startStandIns } from '#tests/benchmarks/stand-ins.ts'

/** The built functions with their stand-ins, whose calls are counted. */
export interface BuiltSite extends AsyncDisposable {
  functions: Functions
  stripeUrl: string
  databaseUrl: string
  /** Round trips so far: to the database, to Stripe with our secret key, to Postmark. */
  calls: () => Calls
}

export interface Calls {
  database: number
  stripe: number
  mail: number
}

export async function startBuiltSite(functionsFolder: string): Promise<BuiltSite> {
  await using started = new AsyncDisposableStack()
  const { gateway, stripe, mail, databaseUrl, environment } = started.use(await startStandIns())
  await fillProducts(databaseUrl)
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
