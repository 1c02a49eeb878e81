import { execFile } from 'node:child_process'
import type { Outcome, Part } from './part.ts'

/** What `npm audit --json` says, as far as it is read here. */
export interface AuditAnswer {
  metadata?: { dependencies: { total: number } }
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>
  message?: string
  error?: { summary?: string }
}

const GRAVE = new Set(['moderate', 'high', 'critical'])

/** Asks the registry whether anything that is installed has a known vulnerability. Out of its reach nothing is known. */
export const audit: Part = async ({ progress }) => {
  progress(0, 1)
  const outcome = outcomeOf(await askRegistry())
  progress(1, 1)
  return outcome
}

export function outcomeOf({ metadata, vulnerabilities, ...refused }: AuditAnswer): Outcome {
  if (!metadata || !vulnerabilities) {
    const reason = refused.error?.summary || refused.message || 'it gave no reason'
    return {
      covered: 0,
      failures: [],
      report: [`The registry answers no audit, so nothing is known: ${reason}`],
    }
  }
  const sentences = Object.entries(vulnerabilities).map(([name, { severity, via }]) => ({
    grave: GRAVE.has(severity),
    sentence: `${name} is vulnerable (${severity}): ${via.map((one) => (typeof one === 'string' ? `by way of ${one}` : `${one.title}, ${one.url}`)).join('; ')}`,
  }))
  return {
    covered: metadata.dependencies.total,
    failures: sentences.filter(({ grave }) => grave).map(({ sentence }) => sentence),
    report: sentences.filter(({ grave }) => !grave).map(({ sentence }) => sentence),
  }
}

/** It ends with a failure where it finds something, and where it asked in vain: only what it says tells the two apart. */
async function askRegistry(): Promise<AuditAnswer> {
  const said = await new Promise<string>((resolve) => {
    execFile('npm', ['audit', '--json'], { maxBuffer: 2 ** 26, timeout: 60_000 }, (_, stdout) =>
      resolve(stdout),
    )
  })
  try {
    return JSON.parse(said) as AuditAnswer
  } catch {
    return { message: said.trim().slice(0, 200) }
  }
}
