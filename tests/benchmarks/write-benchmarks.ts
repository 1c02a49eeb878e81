import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { format } from 'prettier'
import { ROOT } from '#tests/benchmarks/build.ts'
import type { BenchmarkTarget } from '#tests/benchmarks/target.ts'

const DOCUMENT = join(ROOT, 'docs', 'benchmarks.md')
const [BEGIN, END] = ['<!-- figures: written by `npm run bench -- --write` -->', '<!-- end of figures -->']

/** Writes the figures of this run into docs/benchmarks.md, between its two marks. */
export async function writeBenchmarks(targets: BenchmarkTarget[]): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`docs/benchmarks.md has no place for figures: ${BEGIN}`)
  const whole = [before, BEGIN, '\n\n', figuresText(targets, machine()), '\n\n', END, after].join('')
  await writeFile(DOCUMENT, await format(whole, { parser: 'markdown' }))
}

function machine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'unknown'
  return `${processors.length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
}

/**
 * Returns the figures as Markdown: those of pages and lists, the figure nearest to its limit of each family of targets, and every
 * missed target.
 */
function figuresText(targets: BenchmarkTarget[], where: string): string {
  const families = Map.groupBy(targets, familyOf)
  const rows = [...families].flatMap(([family, members]) => {
    const [worst, ...others] = members.toSorted((one, other) => share(other) - share(one))
    const name =
      members.length === 1
        ? worst!.name
        : `${family}, nearest to its limit of ${members.length}: ${subject(worst!)}`
    return [
      rowOf(name, worst!),
      ...others
        .filter(({ result }) => result !== 'met')
        .map((other) => rowOf(`${family}: ${subject(other)}`, other)),
    ]
  })
  const met = targets.filter(({ result }) => result === 'met').length
  return [
    `${new Date().toISOString().slice(0, 10)}, ${where}: ${met} of ${targets.length} targets met.`,
    '',
    '| | measured | target | result |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const rowOf = (name: string, { value, limit, unit, result }: BenchmarkTarget): string =>
  `| ${name} | ${value} ${unit} | ≤ ${limit} ${unit} | ${result === 'missed' ? '**missed**' : result} |`

/** Returns the family of a target: the text after its last colon; each page is its own family. */
const familyOf = ({ name }: BenchmarkTarget): string =>
  /^(worst page|slowest|\/)/.test(name) ? name : (name.split(': ').at(-1) ?? name)

const subject = ({ name }: BenchmarkTarget): string => name.split(': ').slice(0, -1).join(': ')

const share = ({ value, limit }: BenchmarkTarget): number => (limit === 0 ? value : value / limit)
