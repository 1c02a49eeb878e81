import { join } from 'node:path'
import { createPeople } from '#local/demo/demo-people.ts'
import { createDemoSite } from '#local/demo/demo-site.ts'
import { FULL_YEAR, playYear, type YearSize } from '#local/demo/play-year.ts'
import { DAY_MS } from '#local/demo/year.ts'
import { loadFunctions } from '#local/netlify/functions.ts'
import { withMovableClock } from '#local/postgres/movable-clock.ts'
import { createPrng, type Prng } from '#local/prng.ts'
import { silenceConsole } from '#local/silence-console.ts'
import { startServices, type LocalServices } from '#local/start-services.ts'
import { drawIdsBy } from '#local/stripe/stripe-ids.ts'
import { Timeline } from '#local/timeline.ts'
import { systemClock, systemRandom, type Random } from '#server/clients/services.ts'

const FUNCTIONS = join(import.meta.dirname, '..', '..', 'netlify', 'functions')

export interface DemoOptions {
  /** An empty folder for the data. */
  dir: string
  /** The site's origin in links of emails. */
  site: string
  seed: number
  end: Date
  size?: YearSize
  report?: (step: string) => void
}

/**
 * Plays a year of the clinic into a folder and returns the services that still run on it. Seed and end decide
 * everything but passwords, keys and the ids that the database makes.
 */
export async function makeDemo(options: DemoOptions): Promise<LocalServices> {
  const { dir, site, seed, size = FULL_YEAR, report = () => {} } = options
  const end = options.end.getTime()
  const start = end - size.days * DAY_MS
  const timeline = new Timeline(start)
  const random = createPrng(seed, 'random')
  const ids = createPrng(seed, 'ids')
  const endings = [
    replaceSystem({ now: () => new Date(timeline.now), wait: async (ms) => timeline.jump(ms) }, random),
    drawIdsBy((below) => ids.between(0, below - 1)),
  ]
  let services: LocalServices | undefined
  try {
    const running = await startServices({ dir, site, real: {}, report, clock: () => timeline.now })
    services = running
    report('Playing a year')
    await silenceConsole(() => play(running, { timeline, prng: createPrng(seed, 'year'), start, end }, size))
    return running
  } catch (error) {
    await services?.stop()
    throw error
  } finally {
    for (const endOne of endings) endOne()
  }
}

async function play(
  services: LocalServices,
  given: { timeline: Timeline; prng: Prng; start: number; end: number },
  size: YearSize,
): Promise<void> {
  const { stripe, mail, admin, stripePublishableKey } = services
  if (!stripe || !mail || !admin) throw new Error('The demo needs the stand-ins')
  // The year delivers them one by one, so that their order is always the same.
  stripe.setWebhooks([])
  const functions = await loadFunctions(FUNCTIONS)
  const people = createPeople(given.prng)
  const { timeline } = given
  await withMovableClock(services.databaseUrl, async (set) => {
    const setDatabaseClock = () => set(new Date(timeline.now))
    const site = createDemoSite({ functions, stripe, owner: admin, timeline, setDatabaseClock })
    await playYear({ ...given, people, site, stripe, mail, stripePublishableKey }, size)
  })
}

/**
 * Gives all functions another clock and random source. Functions imported from their sources share these two objects
 * with this process. Returns a function that restores them.
 */
function replaceSystem(clock: typeof systemClock, random: Random): () => void {
  const [oldClock, oldRandom] = [{ ...systemClock }, { ...systemRandom }]
  Object.assign(systemClock, clock)
  Object.assign(systemRandom, { uuid: () => random.uuid(), bytes: (count: number) => random.bytes(count) })
  return () => {
    Object.assign(systemClock, oldClock)
    Object.assign(systemRandom, oldRandom)
  }
}
