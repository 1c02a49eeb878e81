import type { Finding, FindingState } from '#scripts/doctor/finding.ts'

export interface Section {
  about: string
  findings: Finding[]
}

export interface ReportPage {
  width: number
  paint: (state: FindingState, label: string) => string
}

const LABELS: Record<FindingState, string> = {
  ok: 'ok',
  wrong: 'wrong',
  unseen: 'could not look',
  yours: 'yours',
}
const MARGIN = 18
/** A word, or a command in backticks, which must stay on one line for copying. */
const UNBROKEN = /(?:`[^`]*`|\S)+/g

/** Formats the findings under their headings, for a terminal or a log. */
export function formatReport(parts: Section[], page: ReportPage): string {
  const headings = [...new Set(parts.map(({ about }) => about))]
  const blocks = headings.map((heading) => {
    const findings = parts.flatMap(({ about, findings: found }) => (about === heading ? found : []))
    return [heading, ...findings.flatMap((finding) => linesOf(finding, page))].join('\n')
  })
  return `${blocks.join('\n\n')}\n\n${summary(parts.flatMap(({ findings }) => findings))}`
}

function linesOf({ state, message: says, next }: Finding, { width, paint }: ReportPage): string[] {
  const sentences = next === undefined ? [says] : [says, `Next: ${next}`]
  const lines = sentences.flatMap((sentence) => wrap(sentence, width - MARGIN))
  const label = LABELS[state]
  const first = `  ${paint(state, label)}${' '.repeat(MARGIN - 2 - label.length)}${lines[0]}`
  return [first, ...lines.slice(1).map((line) => ' '.repeat(MARGIN) + line)]
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const [word] of text.matchAll(UNBROKEN)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function summary(findings: Finding[]): string {
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length
  const [faults, blind, own] = [count('wrong'), count('unseen'), count('yours')]
  const said = [
    faults > 0 && `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`,
    blind > 0 && `${blind} could not be looked at.`,
    faults + blind === 0 && 'Everything that can be looked at is right.',
    own > 0 && `${own} ${own === 1 ? 'is' : 'are'} yours to see or do.`,
  ]
  return said.filter((sentence) => typeof sentence === 'string').join(' ')
}
