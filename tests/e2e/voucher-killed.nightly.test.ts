import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { choose, expect, fillDetails, newBuyer, payButton, payByCard, test } from '#tests/e2e/fixtures.ts'
import { CLAIM, shownCode } from '#tests/e2e/payment-redirects.ts'

const ROOT = resolve(import.meta.dirname, '../..')

interface Running {
  child: ChildProcess
  site: string
}

/** A separate stack on a free port. */
async function startStack(dir: string, port = '0'): Promise<Running> {
  const child = spawn(process.execPath, ['local/start.ts', '--unmodified', '--stand-ins'], {
    cwd: ROOT,
    env: { ...process.env, PORT: port, LOCAL_DIR: dir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ready = Promise.withResolvers<string>()
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
    const [, site] = /Ready: (\S+)/.exec(said) ?? []
    if (site) ready.resolve(site)
  })
  child.stderr.on('data', (text: Buffer) => void (said += text.toString()))
  child.on('exit', () => ready.reject(new Error(`The stack did not start:\n${said}`)))
  return { child, site: await ready.promise }
}

async function end({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

test.describe('a server that is killed between payment and voucher', () => {
  test.use({ allowedErrors: [[/ERR_|Failed to fetch/], { option: true }] as never })

  test('shows the code once it runs again', async ({ page }) => {
    const dir = await mkdtemp(join(tmpdir(), 'voucher-killed-'))
    let stack = await startStack(dir)
    try {
      await page.goto(`${stack.site}/#gift-vouchers`)
      await choose(page, 50)
      await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
      await fillDetails(page, newBuyer())
      await page.getByRole('button', { name: 'Continue to Payment' }).click()
      await expect(payButton(page)).toBeEnabled()
      await page.route(
        CLAIM,
        async (route) => {
          await end(stack, 'SIGKILL')
          await route.abort()
        },
        { times: 1 },
      )
      await payByCard(page)
      await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
      stack = await startStack(dir, new URL(stack.site).port)
      await page.reload()
      expect(await shownCode(page)).toMatch(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)
    } finally {
      await end(stack, 'SIGTERM')
      await rm(dir, { recursive: true, force: true })
    }
  })
})
