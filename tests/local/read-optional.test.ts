import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { readOptional } from '#local/read-optional.ts'

const COMES_AND_GOES = `
  const { rmSync, writeFileSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  for (let round = 0; round < 5000; round++) {
    writeFileSync(workerData, 'here')
    rmSync(workerData)
    if (round === 0) parentPort.postMessage('begun')
  }
  writeFileSync(workerData, 'end')
`

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('readOptional returns undefined for a file that another program deletes meanwhile', async () => {
  const file = join(await newFolder(), 'file')
  const other = new Worker(COMES_AND_GOES, { eval: true, workerData: file })
  onTestFinished(async () => void (await other.terminate()))
  await new Promise((resolve) => other.once('message', resolve))
  const seen = new Set<string | undefined>()
  while (!seen.has('end')) seen.add(readOptional(file))
  expect([...seen]).toContain(undefined)
})

it('readOptional throws for a file without read permission', async () => {
  const folder = await newFolder()
  expect(() => readOptional(folder)).toThrow('EISDIR')
})
