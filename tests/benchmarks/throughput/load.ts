import { Agent, get } from 'node:http'

const CONNECTIONS = 16

/** How many answers come in that many milliseconds, with so many callers who ask again as soon as they are answered. */
export async function load(url: string, ms: number): Promise<number> {
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
