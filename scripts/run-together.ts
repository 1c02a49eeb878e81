import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

// Runs scripts of package.json side by side, one for each core: `node scripts/run-together.ts check:format check:lint`. The
// longest belongs first. The output of one that fails is printed whole. Exits with code 1 if one fails.

async function run(name: string): Promise<boolean> {
  const began = performance.now()
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    code === 0 ? `${name}: passed in ${seconds} s` : `${output}\n${name}: failed after ${seconds} s`,
  )
  return code === 0
}

const waiting = process.argv.slice(2)

async function runNext(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
    if (!(await run(name))) process.exitCode = 1
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext))
