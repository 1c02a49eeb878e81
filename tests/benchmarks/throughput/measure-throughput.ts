import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { median } from '#tests/benchmarks/median.ts'
import { formatTable } from '#tests/benchmarks/report.ts'
import { MARGIN, target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'
import { startChild, type Child } from '#tests/harness/child-process.ts'

const BASELINE = resolve(import.meta.dirname, '../baseline-express')
const ROUNDS = 5
const ROUND_MS = 3000
const WARM_UP_MS = 1500

export interface Throughput {
  /** Medians over the rounds. */
  perSecond: number
  cpuMsEach: number
}

interface ThroughputFigures {
  ours: Throughput
  baseline: Throughput
}

type Server = Child<string, NodeJS.CpuUsage>

/** Requests the products from our handler and from Express with drizzle, in turn, with the same database. */
export async function measureThroughput(functions: string): Promise<ThroughputFigures> {
  await installBaseline()
  await using ours: Server = await startChild(join(import.meta.dirname, 'serve-handler.ts'), [
    join(functions, 'products.mjs'),
  ])
  await using baseline: Server = await startChild(join(BASELINE, 'server.mjs'))
  const servers = [ours, baseline]
  await requireSame(servers)
  for (const { ready } of servers) await load(`${ready}/api/products`, WARM_UP_MS)
  const rounds: Throughput[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, server] of servers.entries()) rounds[index]!.push(await measure(server))
  }
  const [first, second] = rounds.map(middle)
  return { ours: first!, baseline: second! }
}

async function measure(server: Server): Promise<Throughput> {
  const before = await server.ask()
  const answers = await load(`${server.ready}/api/products`, ROUND_MS)
  const after = await server.ask()
  const cpu = after.user + after.system - before.user - before.system
  return { perSecond: answers / (ROUND_MS / 1000), cpuMsEach: cpu / 1000 / answers }
}

const middle = (rounds: Throughput[]): Throughput => ({
  perSecond: Math.round(median(rounds.map(({ perSecond }) => perSecond))),
  cpuMsEach: Math.round(median(rounds.map(({ cpuMsEach }) => cpuMsEach)) * 1000) / 1000,
})

/** Checks that both return the same products. */
async function requireSame(servers: Server[]): Promise<void> {
  const [one, other] = await Promise.all(
    servers.map(async ({ ready }) => (await fetch(`${ready}/api/products`)).json()),
  )
  if (!isDeepStrictEqual(one, other)) throw new Error('The baseline returns other products than our handler')
}

/** Installs the packages of the baseline in its own folder. */
async function installBaseline(): Promise<void> {
  if (existsSync(join(BASELINE, 'node_modules'))) return
  const install = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: BASELINE,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(install, 'close')
  if (code !== 0)
    throw new Error('The baseline could not be installed: see "npm ci" in tests/benchmarks/baseline-express')
}

/** Responses of the baseline for each one of ours: a ratio, because the machine affects both. */
export function throughputTargets({ ours, baseline }: ThroughputFigures): BenchmarkTarget[] {
  const ratio = Math.round((baseline.perSecond / ours.perSecond) * 100) / 100
  return [target('products: requests per second of Express + drizzle over ours', ratio, 1, '×', MARGIN)]
}

export function throughputTable({ ours, baseline }: ThroughputFigures): string {
  const rows = [
    ['our handler on node:http', ours.perSecond, ours.cpuMsEach],
    ['Express + drizzle', baseline.perSecond, baseline.cpuMsEach],
  ]
  return `${formatTable(['GET /api/products', 'answers/s', 'its own CPU ms each'], rows)}\nMedians of 5 rounds in turn, 16 callers, the same database behind the same driver.`
}

const CONNECTIONS = 16

/** Returns the number of responses within `ms`, with concurrent callers that never pause. */
async function load(url: string, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const until = performance.now() + ms
  let answers = 0
  const call = async () => {
    while (performance.now() < until) {
      await ask(url, agent)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, call))
  agent.destroy()
  return answers
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().once('end', resolve).once('error', reject)
    }).once('error', reject)
  })
}
