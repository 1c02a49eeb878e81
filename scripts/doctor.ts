import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { clinic } from '#clinic/current-clinic.ts'
import { checkDatabase } from '#scripts/doctor/check-database.ts'
import { checkEmail } from '#scripts/doctor/check-email.ts'
import { checkKeys } from '#scripts/doctor/check-keys.ts'
import { checkMailWebhook } from '#scripts/doctor/check-mail-webhook.ts'
import { checkOwner } from '#scripts/doctor/check-owner.ts'
import { checkPortal } from '#scripts/doctor/check-portal.ts'
import { checkReconciliation } from '#scripts/doctor/check-reconciliation.ts'
import { checkSettings } from '#scripts/doctor/check-settings.ts'
import { checkSite } from '#scripts/doctor/check-site.ts'
import { checkStripe } from '#scripts/doctor/check-stripe.ts'
import type { Check, FindingState } from '#scripts/doctor/finding.ts'
import { formatReport, type Section } from '#scripts/doctor/format-report.ts'
import { runCheck } from '#scripts/doctor/run-check.ts'

const MAX_WIDTH = 110
/** Timeout of one request (ms), below that of a check. */
const RECONCILIATION_LIMIT_MS = 12_000
const COLOURS = { ok: 'green', wrong: 'red', unseen: 'yellow', yours: 'cyan' } as const

/** Runs all checks concurrently. They change nothing. */
export function runDoctor(limitMs?: number): Promise<Section[]> {
  const checks: Check[] = [
    checkSettings(process.env['DATABASE_URL_UNPOOLED']),
    checkKeys,
    checkSite,
    checkDatabase,
    checkPortal,
    checkStripe,
    checkReconciliation(RECONCILIATION_LIMIT_MS),
    checkEmail(process.env['POSTMARK_ACCOUNT_TOKEN']),
    checkMailWebhook,
    checkOwner(clinic),
  ]
  return Promise.all(
    checks.map(async (check) => ({ about: check.about, findings: await runCheck(check, limitMs) })),
  )
}

export const isHealthy = (parts: Section[]) =>
  parts.every(({ findings }) => findings.every(({ state }) => state === 'ok' || state === 'yours'))

async function main(): Promise<void> {
  // The environment overrides the file.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const parts = await runDoctor()
  // No colours in a file, a pipe or with NO_COLOR.
  const paint = (state: FindingState, label: string) =>
    styleText(COLOURS[state], label, { stream: process.stdout })
  // A terminal without a known width reports 0.
  const width = Math.min(process.stdout.columns || MAX_WIDTH, MAX_WIDTH)
  console.log(`\n${formatReport(parts, { width, paint })}\n`)
  if (!isHealthy(parts)) process.exitCode = 1
}

if (import.meta.main) await main()
