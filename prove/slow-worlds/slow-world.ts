import { once } from 'node:events'
import { brokenBooks, startWorld } from '../../tests/support/start-world.ts'
import { callFunction } from '../../tests/support/call-function.ts'
import { comeToRest } from '../load/come-to-rest.ts'
import { hushed } from '../hushed.ts'
import { type Asked, type EndpointName, everythingAsked } from './requests.ts'
import { SLOWNESSES } from './slowness.ts'

// One slow world in a process of its own, because the functions know one environment. It is slow when it is told to be.

export interface Answered {
  name: EndpointName
  seconds: number
  status: number
  message: string
}

export interface Result {
  answers: Answered[]
  /** What is not right in the books when the world is well again. */
  broken: string[]
}

async function ask({ name, handler, request }: Asked): Promise<Answered> {
  const began = performance.now()
  let seconds = 0
  // What goes on behind the answer is waited for as well, and is not the visitor's wait.
  const response = await callFunction(async (...call) => {
    const answer = await handler(...call)
    seconds = (performance.now() - began) / 1000
    return answer
  }, request)
  const text = await response.text().catch(() => '')
  return { name, seconds, status: response.status, message: response.ok ? '' : messageIn(text) }
}

const messageIn = (text: string) => (JSON.parse(text) as { message: string }).message

async function run(slowness: string, postgresPort: number): Promise<Result> {
  await using world = await startWorld(postgresPort, { pooled: 25 })
  const asked = await everythingAsked(world)
  process.send?.('ready')
  await once(process, 'message')
  const heal = await SLOWNESSES[slowness]!.begin(world)
  const answers = await Promise.all(asked.map(ask))
  await heal()
  await comeToRest(world)
  return { answers, broken: await brokenBooks(world) }
}

const [slowness = '', postgresPort] = process.argv.slice(2)
process.send?.(await hushed(() => run(slowness, Number(postgresPort))))
