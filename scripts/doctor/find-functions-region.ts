import { is, pick } from 'valibot'
import { healthEndpoint } from '#contract/outages/health.ts'
import { env, problemWith } from '#server/env.ts'

const TIMEOUT_MS = 5000
/** During a deploy, the version before is still live. */
const RegionSchema = pick(healthEndpoint.reply, ['region'])

/** Amazon's names of Netlify's regions. */
const AMAZON_REGIONS: Record<string, string> = {
  cmh: 'us-east-2',
  dub: 'eu-west-1',
  fra: 'eu-central-1',
  gru: 'sa-east-1',
  iad: 'us-east-1',
  lhr: 'eu-west-2',
  nrt: 'ap-northeast-1',
  pdx: 'us-west-2',
  sfo: 'us-west-1',
  sin: 'ap-southeast-1',
  syd: 'ap-southeast-2',
  yul: 'ca-central-1',
}

/** Asks the published site where its functions run. Returns undefined before the first deploy. */
export async function findFunctionsRegion(): Promise<string | undefined> {
  if (problemWith('URL')) return undefined
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(new URL(healthEndpoint.path, env('URL')), { redirect: 'manual', signal })
    const health: unknown = await response.json()
    return is(RegionSchema, health) ? (AMAZON_REGIONS[health.region] ?? health.region) : undefined
  } catch {
    return undefined
  }
}
