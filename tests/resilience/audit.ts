import { execFile } from 'node:child_process'
import type { Part, PartResult } from '#tests/resilience/part.ts'

/** The fields of `npm audit --json` that are read here. */
interface AuditResponse {
  metadata?: { dependencies: { total: number } }
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>
  message?: string
  error?: { summary?: string }
}

const FAILING_SEVERITIES = new Set(['moderate', 'high', 'critical'])

/** Asks the registry whether an installed package has a known vulnerability. Without a response it reports that. */
export const audit: Part = async ({ progress }) => {
  progress(0, 1)
  const outcome = auditResult(await requestAudit())
  progress(1, 1)
  return outcome
}

function auditResult({ metadata, vulnerabilities, ...refused }: AuditResponse): PartResult {
  if (!metadata || !vulnerabilities) {
    const reason = refused.error?.summary || refused.message || 'it gave no reason'
    return {
      covered: 0,
      failures: [],
      report: [`The registry answers no audit, so nothing is known: ${reason}`],
    }
  }
  const vulnerable = Object.entries(vulnerabilities).map(([name, { severity, via }]) => ({
    isFailure: FAILING_SEVERITIES.has(severity),
    sentence: `${name} is vulnerable (${severity}): ${via.map((one) => (typeof one === 'string' ? `by way of ${one}` : `${one.title}, ${one.url}`)).join('; ')}`,
  }))
  return {
    covered: metadata.dependencies.total,
    failures: vulnerable.filter(({ isFailure }) => isFailure).map(({ sentence }) => sentence),
    report: vulnerable.filter(({ isFailure }) => !isFailure).map(({ sentence }) => sentence),
  }
}

/** npm exits with an error both on findings and without a response, so only its output tells them apart. */
async function requestAudit(): Promise<AuditResponse> {
  const output = await new Promise<string>((resolve) => {
    execFile('npm', ['audit', '--json'], { maxBuffer: 2 ** 26, timeout: 60_000 }, (_, stdout) =>
      resolve(stdout),
    )
  })
  try {
    return JSON.parse(output) as AuditResponse
  } catch {
    return { message: output.trim().slice(0, 200) }
  }
}
