import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildFunctions } from '#scripts/build-functions.ts'

let root: string
const source = () => join(root, 'functions')
const outdir = () => join(root, 'out/functions')
const build = () => buildFunctions({ source: source(), outdir: outdir() })

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-functions-'))
  await mkdir(source())
  await mkdir(join(root, 'contract'))
  await writeFile(join(root, 'package.json'), '{ "imports": { "#contract/*": "./contract/*.ts" } }')
  await writeFile(
    join(root, 'contract/greet.ts'),
    `export const greet: { method: string; path: string } = { method: 'POST', path: '/api/greet/:name' }`,
  )
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFile(join(source(), name), text)

const GREET = `
  import { greet } from '#contract/greet'
  const route = (endpoint: typeof greet) => ({ method: endpoint.method, path: endpoint.path })
  export default (_: Request): Response => new Response('hello')
  export const config = route(greet)
`

describe('building functions', () => {
  it('writes one file per function, with the computed config as a literal', async () => {
    await write('greet.mts', GREET)
    await build()
    expect(await readdir(outdir())).toEqual(['greet.mjs'])
    const text = await readFile(join(outdir(), 'greet.mjs'), 'utf8')
    expect(text).toMatch(/=\{method:"POST",path:"\/api\/greet\/:name"\}/)
    expect(text).not.toContain(root)
    const built = await import(pathToFileURL(join(outdir(), 'greet.mjs')).href)
    expect(await built.default(new Request('http://localhost')).text()).toBe('hello')
  })

  it('names a region in each config if FUNCTIONS_REGION is set, and refuses one that is none', async () => {
    await write('greet.mts', GREET)
    vi.stubEnv('FUNCTIONS_REGION', 'lhr')
    await build()
    expect(await readFile(join(outdir(), 'greet.mjs'), 'utf8')).toMatch(/=\{region:"lhr",method:"POST"/)
    vi.stubEnv('FUNCTIONS_REGION', 'London')
    await expect(build()).rejects.toThrow('FUNCTIONS_REGION is London')
  })

  it('keeps the names of functions and classes for the log, and the commit of the build', async () => {
    await write(
      'greet.mts',
      `import { greet } from '#contract/greet'
      class NotGreeted extends Error {}
      async function findGreeting() { throw new NotGreeted() }
      const answer = async () => await findGreeting()
      export default async () => {
        const error = await answer().catch((reason: Error) => reason)
        return Response.json([process.env['COMMIT_REF'], error.constructor.name, error.stack])
      }
      export const config = { path: greet.path }`,
    )
    vi.stubEnv('COMMIT_REF', 'abc123')
    await build()
    vi.stubEnv('COMMIT_REF', '')
    const built = await import(pathToFileURL(join(outdir(), 'greet.mjs')).href)
    const [commit, name, stack] = await (await built.default()).json()
    expect([commit, name]).toEqual(['abc123', 'NotGreeted'])
    expect(stack).toMatch(/at findGreeting .*\n.*at (async )?answer /)
  })

  it('removes files of earlier builds that have no source any more', async () => {
    await write('greet.mts', GREET)
    await write('old.mts', GREET)
    await build()
    await rm(join(source(), 'old.mts'))
    await build()
    expect(await readdir(outdir())).toEqual(['greet.mjs'])
    expect(await readdir(join(root, 'out'))).toEqual(['functions'])
  })

  it('leaves the last good build in place when a source is broken', async () => {
    await write('greet.mts', GREET)
    await build()
    const before = await stat(join(outdir(), 'greet.mjs'))
    await write('greet.mts', 'export default')
    await expect(build()).rejects.toThrow(/Unexpected/)
    expect((await stat(join(outdir(), 'greet.mjs'))).mtimeMs).toBe(before.mtimeMs)
    expect(await readdir(join(root, 'out'))).toEqual(['functions'])
  })

  it.each([
    ['no default export', `export const config = { path: '/a' }`, 'a.mts has no default export'],
    ['no config', 'export default () => new Response()', 'a.mts exports no config'],
    ['an empty config', 'export default () => {}\nexport const config = {}', 'a path or a schedule'],
    [
      'a path and a schedule',
      `export default () => {}\nexport const config = { path: '/a', schedule: '* * * * *' }`,
      'a path or a schedule',
    ],
    [
      'something in config that is no JSON',
      `export default () => {}\nexport const config = { path: '/a', method: undefined }`,
      'plain JSON',
    ],
    [
      'a rate limit that would lump everybody together',
      `export default () => {}
       export const config = { path: '/a', rateLimit: { windowLimit: 1, windowSize: 1, aggregateBy: 'ip' } }`,
      'aggregateBy must be an array',
    ],
  ])('refuses a function with %s', async (_, text, message) => {
    await write('a.mts', text)
    await expect(build()).rejects.toThrow(message)
    expect(existsSync(outdir())).toBe(false)
  })

  it('refuses a folder without functions, and a missing one', async () => {
    await expect(build()).rejects.toThrow('There is no function in')
    await rm(source(), { recursive: true })
    await expect(build()).rejects.toThrow('There is no folder of functions')
  })

  it('refuses files and folders that Netlify would treat differently', async () => {
    await write('greet.mts', GREET)
    await write('greet.test.mts', GREET)
    await expect(build()).rejects.toThrow('greet.test.mts: a function is a file called kebab-case.mts')
    await rm(join(source(), 'greet.test.mts'))
    await mkdir(join(source(), 'admin'))
    await expect(build()).rejects.toThrow('admin/: a function in a folder of its own')
  })
})
