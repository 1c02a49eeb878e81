import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Child, startChild } from '../../harness/child-process.ts'
import { median } from '../median.ts'
import { table } from '../report.ts'
import { MARGIN, target, type Target } from '../target.ts'
import { Agent, get } from 'node:http'

const RIVAL = resolve(import.meta.dirname, '../baseline-express')
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
  rival: Throughput
}

type Server = Child<string, NodeJS.CpuUsage>

/** The list of products by our handler and by Express with drizzle, in turn, from the same database. */
export async function measureThroughput(functions: string): Promise<ThroughputFigures> {
  await installRival()
  await using ours: Server = await startChild(join(import.meta.dirname, 'serve-handler.ts'), [
    join(functions, 'products.mjs'),
  ])
  await using rival: Server = await startChild(join(RIVAL, 'server.mjs'))
  const servers = [ours, rival]
  await requireSame(servers)
  for (const { ready } of servers) await load(`${ready}/api/products`, WARM_UP_MS)
  const rounds: Throughput[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, server] of servers.entries()) rounds[index]!.push(await measure(server))
  }
  const [first, second] = rounds.map(middle)
  return { ours: first!, rival: second! }
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

/** Who answers something else would be measured at something else. */
async function requireSame(servers: Server[]): Promise<void> {
  const [one, other] = await Promise.all(
    servers.map(async ({ ready }) => (await fetch(`${ready}/api/products`)).json()),
  )
  if (!isDeepStrictEqual(one, other)) throw new Error('The rival answers with other products than we do')
}

/** What it needs is none of the product's business, and stays in its own folder. */
async function installRival(): Promise<void> {
  if (existsSync(join(RIVAL, 'node_modules'))) return
  const install = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: RIVAL,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(install, 'close')
  if (code !== 0)
    throw new Error('The rival could not be installed: see "npm ci" in tests/benchmarks/baseline-express')
}

/** How often the rival answers while we answer once: a ratio, because the machine has its say in both. */
export function throughputTargets({ ours, rival }: ThroughputFigures): Target[] {
  const ratio = Math.round((rival.perSecond / ours.perSecond) * 100) / 100
  return [target('products: answers of Express + drizzle to one of ours', ratio, 1, '×', MARGIN)]
}

export function throughputTable({ ours, rival }: ThroughputFigures): string {
  const rows = [
    ['our handler on node:http', ours.perSecond, ours.cpuMsEach],
    ['Express + drizzle', rival.perSecond, rival.cpuMsEach],
  ]
  return `${table(['GET /api/products', 'answers/s', 'its own CPU ms each'], rows)}\nMedians of 5 rounds in turn, 16 callers, the same database behind the same driver.`
}

const CONNECTIONS = 16

/** How many answers come in that many milliseconds, with so many callers who ask again as soon as they are answered. */
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
