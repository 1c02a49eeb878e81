import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { format } from 'prettier'
import { ROOT } from '#tests/benchmarks/build.ts'
import { MARGIN, type BenchmarkTarget } from '#tests/benchmarks/target.ts'

const DOCUMENT = join(ROOT, 'docs', 'benchmarks.md')
const [BEGIN, END] = ['<!-- figures: written by `npm run bench -- --write` -->', '<!-- end of figures -->']

/** Writes the figures of this run into docs/benchmarks.md, between its two marks. */
export async function writeBenchmarks(targets: BenchmarkTarget[], now = new Date()): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`docs/benchmarks.md has no place for figures: ${BEGIN}`)
  const whole = [before, BEGIN, '\n\n', figuresText(targets, now, machine()), '\n\n', END, after].join('')
  await writeFile(DOCUMENT, await format(whole, { parser: 'markdown' }))
}

function machine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'unknown'
  return `${processors.length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
}

/**
 * Returns the figures as Markdown: each ratio, the figure nearest to its limit of each family of targets, and every
 * missed target.
 */
export function figuresText(targets: BenchmarkTarget[], now: Date, where: string): string {
  const families = Map.groupBy(targets, familyOf)
  const rows = [...families].flatMap(([family, members]) => {
    const [worst, ...others] = members.toSorted((one, other) => share(other) - share(one))
    const name =
      members.length === 1
        ? worst!.name
        : `${family}, nearest to its limit of ${members.length}: ${subject(worst!)}`
    return [
      rowOf(name, worst!),
      ...others.filter(isOver).map((other) => rowOf(`${family}: ${subject(other)}`, other)),
    ]
  })
  const over = targets.filter(isOver)
  const withinMargin = over.filter(({ met }) => met).length
  const missed =
    over.length === 0 ? '' : `, ${over.length} missed (${withinMargin} of them by at most ${MARGIN * 100} %)`
  return [
    `${now.toISOString().slice(0, 10)}, ${where}: ${targets.length - over.length} of ${targets.length} targets met${missed}.`,
    '',
    '| | measured | target | result |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const isOver = ({ value, limit }: BenchmarkTarget): boolean => value > limit

function rowOf(name: string, target: BenchmarkTarget): string {
  const { value, limit, unit } = target
  const result = isOver(target) ? '**missed**' : 'met'
  return `| ${name} | ${value} ${unit} | ≤ ${limit} ${unit} | ${result} |`
}

/** Returns the family of a target: the text after its last colon; each ratio is its own family. */
const familyOf = ({ name, unit }: BenchmarkTarget): string =>
  unit === '×' || unit === 'x' ? name : (name.split(': ').at(-1) ?? name)

const subject = ({ name }: BenchmarkTarget): string => name.split(': ').slice(0, -1).join(': ')

const share = ({ value, limit }: BenchmarkTarget): number => (limit === 0 ? value : value / limit)
