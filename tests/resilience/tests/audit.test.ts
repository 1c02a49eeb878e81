import { expect, it } from 'vitest'
import { type AuditAnswer, outcomeOf } from '../audit.ts'

const found = (severity: string): AuditAnswer => ({
  metadata: { dependencies: { total: 900 } },
  vulnerabilities: {
    leaky: { severity, via: [{ title: 'It leaks', url: 'https://example.com/leak' }] },
    above: { severity, via: ['leaky'] },
  },
})

it('breaks on what the registry calls moderate or worse', () => {
  for (const severity of ['moderate', 'high', 'critical']) {
    const { covered, failures } = outcomeOf(found(severity))
    expect(covered).toBe(900)
    expect(failures).toEqual([
      `leaky is vulnerable (${severity}): It leaks, https://example.com/leak`,
      `above is vulnerable (${severity}): by way of leaky`,
    ])
  }
})

it('tells of what is less, and does not break', () => {
  const { failures, report } = outcomeOf(found('low'))
  expect([failures.length, report.length]).toEqual([0, 2])
})

// ASVS 15.2.1
it('says that nothing is known where the registry does not answer, and covers nothing', () => {
  for (const answer of [
    { message: 'request failed', error: { summary: 'ENOTFOUND registry' } },
    { message: 'no' },
    {},
  ]) {
    const { covered, failures, report } = outcomeOf(answer)
    expect([covered, failures]).toEqual([0, []])
    expect(report).toEqual([expect.stringContaining('nothing is known')])
  }
})
