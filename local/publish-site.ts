import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, glob, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DEPLOYS_KEPT } from '#local/netlify/deploys.ts'
import { createDb, query } from '#server/db/db.ts'

const ROOT = resolve(import.meta.dirname, '..')

interface PublisherOptions {
  /** Where the stack stores its data. */
  dir: string
  databaseUrl: string
  /** The stack's origin. */
  site: string
  /** Serves a finished build from now on, and resolves when no request needs the functions of the one before. */
  swap: (built: { site: string; functions: string }) => Promise<void>
}

export interface Publisher {
  /** Like Netlify's build hook: builds what was published, or once more if a build is running. */
  start: () => void
  stop: () => Promise<void>
}

/**
 * Builds the site from the stack's own published version, as Netlify would, into folders of its own: neither the output of
 * `npm run build` nor another stack is touched.
 */
export function createPublisher({ dir, databaseUrl, site, swap }: PublisherOptions): Publisher {
  const stopped = new AbortController()
  let child: ChildProcess | undefined
  let running: Promise<void> | undefined
  let isStale = false
  let recent: string[] = []

  async function build(): Promise<void> {
    // In the work tree, whose node_modules the pages need while they are built.
    await mkdir(join(ROOT, 'build'), { recursive: true })
    const work = await mkdtemp(join(ROOT, 'build', 'publishing-'))
    try {
      const output = { site: join(work, 'site'), functions: join(work, 'functions') }
      child = spawn(
        process.execPath,
        [join(ROOT, 'scripts', 'build-published.ts'), '--site', output.site, '--functions', output.functions],
        {
          cwd: ROOT,
          env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, URL: site },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
      const [code] = (await once(child, 'close')) as [number | null]
      if (stopped.signal.aborted) return
      if (code !== 0) throw new Error(text.trim())
      const folder = await mkdtemp(join(dir, 'published-'))
      await cp(work, folder, { recursive: true })
      await swap({ site: join(folder, 'site'), functions: join(folder, 'functions') })
      recent = [...recent, folder].slice(-DEPLOYS_KEPT)
      // Those of an earlier run of the stack, too.
      for await (const name of glob('published-*', { cwd: dir })) {
        const former = join(dir, name)
        if (!recent.includes(former)) await rm(former, { recursive: true, force: true })
      }
    } finally {
      child = undefined
      await rm(work, { recursive: true, force: true })
    }
  }

  async function run(): Promise<void> {
    do {
      isStale = false
      try {
        await build()
      } catch (error) {
        console.error(`Publishing failed, and the site stays as it was: ${String(error)}`)
      }
    } while (isStale && !stopped.signal.aborted)
    running = undefined
  }

  return {
    start() {
      isStale = true
      running ??= run()
    },
    async stop() {
      stopped.abort()
      child?.kill()
      await running
    },
  }
}

/** Returns whether something was published here before, so that a restarted stack shows it again. */
export async function hasPublished(databaseUrl: string): Promise<boolean> {
  const published = query
    .selectFrom('websiteVersion')
    .select('version')
    .where('publishedAt', 'is not', null)
    .limit(1)
  return (await createDb(databaseUrl).run(published)).length > 0
}
