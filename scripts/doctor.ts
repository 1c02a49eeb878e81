import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { clinic } from '#content/clinic'
import { migrations } from './doctor/database.ts'
import type { Check, State } from './doctor/finding.ts'
import { keys } from './doctor/keys.ts'
import { formatReport, type Section } from './doctor/format-report.ts'
import { runCheck } from './doctor/run-check.ts'
import { email } from './doctor/email.ts'
import { owner } from './doctor/owner.ts'
import { portal } from './doctor/portal.ts'
import { reconciliation } from './doctor/reconciliation.ts'
import { settings } from './doctor/settings.ts'
import { site } from './doctor/site.ts'
import { payments } from './doctor/stripe.ts'

const MAX_WIDTH = 110
/** Less than a check may take as a whole (ms). */
const RECONCILIATION_LIMIT_MS = 12_000
const COLOURS = { ok: 'green', wrong: 'red', unseen: 'yellow', yours: 'cyan' } as const

/** Looks at everything that has to be right where the site runs, at once and without changing anything. */
export function runDoctor(limitMs?: number): Promise<Section[]> {
  const checks: Check[] = [
    settings(process.env['DATABASE_URL_UNPOOLED']),
    keys,
    site,
    migrations,
    portal,
    payments,
    reconciliation(RECONCILIATION_LIMIT_MS),
    email(process.env['POSTMARK_ACCOUNT_TOKEN']),
    owner(clinic),
  ]
  return Promise.all(
    checks.map(async (check) => ({ about: check.about, findings: await runCheck(check, limitMs) })),
  )
}

export const isHealthy = (parts: Section[]) =>
  parts.every(({ findings }) => findings.every(({ state }) => state === 'ok' || state === 'yours'))

async function main(): Promise<void> {
  // What the environment says counts for more.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const parts = await runDoctor()
  // Plain in a file, in a pipe and with NO_COLOR.
  const paint = (state: State, label: string) => styleText(COLOURS[state], label, { stream: process.stdout })
  // A terminal that does not know its width says 0.
  const width = Math.min(process.stdout.columns || MAX_WIDTH, MAX_WIDTH)
  console.log(`\n${formatReport(parts, { width, paint })}\n`)
  if (!isHealthy(parts)) process.exitCode = 1
}

if (import.meta.main) await main()
