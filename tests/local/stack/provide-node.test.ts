import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { provideNode } from '#local/provide-node.mjs'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

let root: string
beforeEach(() => {
  root = scratchFolder()
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  mkdirSync(join(root, 'local', 'node'), { recursive: true })
  lock('24.21.0')
  const path = [join(root, 'node_modules', '.bin'), join(root, 'machine')].join(delimiter)
  vi.stubEnv('PATH', path)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

function program(path: string, version: string) {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), `#!/bin/sh\necho v${version}\n`, { mode: 0o755 })
}

const entry = (version: string) =>
  JSON.stringify({ packages: { 'node_modules/node-here': { version, optional: true } } })
const lock = (version: string) => writeFileSync(join(root, 'local/node/package-lock.json'), entry(version))

/** As npm does where the lock names a package for this machine. */
const install = (version: string) =>
  vi.fn<(folder: string) => Promise<void>>(async (folder) => {
    program('local/node/node_modules/node-here/bin/node', version)
    mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
    rmSync(join(folder, 'node_modules/.bin/node'), { force: true })
    symlinkSync('../node-here/bin/node', join(folder, 'node_modules/.bin/node'))
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), entry(version))
  })
const nodeOnPath = () =>
  spawnSync('node', ['--version'], { encoding: 'utf8', env: process.env }).stdout.trim()

describe('provideNode', () => {
  it.each(['24.7.0', '24.21.0', '26.0.1'])('installs nothing on a machine with Node %s', async (version) => {
    program('machine/node', version)
    const npm = install('24.21.0')
    await provideNode(root, npm)
    expect(npm).not.toHaveBeenCalled()
    expect(nodeOnPath()).toBe(`v${version}`)
  })

  it.each(['20.20.2', '22.23.2', '24.6.0'])(
    'installs the locked Node once on a machine with %s',
    async (version) => {
      program('machine/node', version)
      const npm = install('24.21.0')
      await provideNode(root, npm)
      await provideNode(root, npm)
      expect(npm).toHaveBeenCalledExactlyOnceWith(join(root, 'local', 'node'))
      expect(nodeOnPath()).toBe('v24.21.0')
    },
  )

  it('links the installed Node again after npm has emptied node_modules', async () => {
    program('machine/node', '20.20.2')
    const npm = install('24.21.0')
    await provideNode(root, npm)
    rmSync(join(root, 'node_modules'), { recursive: true })
    await provideNode(root, npm)
    expect(npm).toHaveBeenCalledOnce()
    expect(nodeOnPath()).toBe('v24.21.0')
  })

  it('installs the newer Node of a changed lock file', async () => {
    program('machine/node', '20.20.2')
    await provideNode(root, install('24.21.0'))
    lock('24.22.0')
    await provideNode(root, install('24.22.0'))
    expect(nodeOnPath()).toBe('v24.22.0')
  })

  it('asks for Node 24 where the lock names no package for this machine', async () => {
    program('machine/node', '20.20.2')
    await expect(provideNode(root, async () => {})).rejects.toThrow('install Node 24')
    expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(false)
  })

  it('asks for Node 24 where the installed package cannot run', async () => {
    program('machine/node', '20.20.2')
    await expect(provideNode(root, install('not a version'))).rejects.toThrow('install Node 24')
    expect(nodeOnPath()).toBe('v20.20.2')
  })
})

describe('require-node.mjs', () => {
  const run = () => spawnSync(process.execPath, [join(ROOT, 'local/require-node.mjs')], { encoding: 'utf8' })

  it('says one sentence and fails on a machine with Node 20', () => {
    program('machine/node', '20.20.2')
    const { status, stderr } = run()
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('`npm start`')])
  })

  it('says nothing on a machine with Node 24', () => {
    program('machine/node', '24.21.0')
    const { status, stdout, stderr } = run()
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  it('runs before every npm script that runs TypeScript and installs nothing', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const programs = Object.keys(scripts).filter((name) => /\bnode (?!local\/).+\.ts\b/.test(scripts[name]!))
    const unguarded = programs.filter(
      (name) => !/prepare\.mjs|require-node\.mjs/.test(scripts[`pre${name}`] ?? ''),
    )
    expect(programs.length).toBeGreaterThan(5)
    expect(unguarded).toEqual([])
  })
})

it('.nvmrc, netlify.toml and the locked packages name the same major version of Node', () => {
  const { optionalDependencies } = JSON.parse(read('local/node/package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const [major] = read('.nvmrc').split('.')
  expect(read('netlify.toml')).toContain(`NODE_VERSION = "${major}"`)
  const others = Object.values(optionalDependencies).filter((version) => !version.startsWith(`${major}.`))
  expect(others).toEqual([])
})
