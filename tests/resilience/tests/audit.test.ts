import { expect, it } from 'vitest'
import { auditResult, type AuditResponse } from '#tests/resilience/audit.ts'

const found = (severity: string): AuditResponse => ({
  metadata: { dependencies: { total: 900 } },
  vulnerabilities: {
    leaky: { severity, via: [{ title: 'It leaks', url: 'https://example.com/leak' }] },
    above: { severity, via: ['leaky'] },
  },
})

it('auditResult fails on vulnerabilities from moderate on', () => {
  for (const severity of ['moderate', 'high', 'critical']) {
    const { covered, failures } = auditResult(found(severity))
    expect(covered).toBe(900)
    expect(failures).toEqual([
      `leaky is vulnerable (${severity}): It leaks, https://example.com/leak`,
      `above is vulnerable (${severity}): by way of leaky`,
    ])
  }
})

it('auditResult reports a low vulnerability without failing', () => {
  const { failures, report } = auditResult(found('low'))
  expect([failures.length, report.length]).toEqual([0, 2])
})

// ASVS 15.2.1
it('auditResult covers nothing and says that nothing is known if the registry does not respond', () => {
  for (const answer of [
    { message: 'request failed', error: { summary: 'ENOTFOUND registry' } },
    { message: 'no' },
    {},
  ]) {
    const { covered, failures, report } = auditResult(answer)
    expect([covered, failures]).toEqual([0, []])
    expect(report).toEqual([expect.stringContaining('nothing is known')])
  }
})
