import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { format } from 'prettier'
import { ROOT } from './build.ts'
import { MARGIN, type Target } from './target.ts'

const README = join(ROOT, 'README.md')
const [BEGIN, END] = ['<!-- figures: written by `npm run bench -- --readme` -->', '<!-- end of figures -->']

/** Puts the figures of this run into the README, between its two marks. */
export async function writeReadme(targets: Target[], now = new Date()): Promise<void> {
  const text = await readFile(README, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The README has no place for figures: ${BEGIN}`)
  const whole = [before, BEGIN, '\n\n', figuresText(targets, now, machine()), '\n\n', END, after].join('')
  await writeFile(README, await format(whole, { parser: 'markdown' }))
}

function machine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'unknown'
  return `${processors.length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
}

/** Every ratio, since those hold on other machines, too; of what there are many of, the one nearest to its limit. */
export function figuresText(targets: Target[], now: Date, where: string): string {
  const families = Map.groupBy(targets, familyOf)
  const rows = [...families].map(([family, members]) => {
    const worst = members.toSorted((one, other) => share(other) - share(one))[0]!
    const name =
      members.length === 1
        ? worst.name
        : `${family}, nearest to its limit of ${members.length}: ${subject(worst)}`
    return `| ${name} | ${worst.value} ${worst.unit} | ≤ ${worst.limit} ${worst.unit} |`
  })
  const missed = targets.filter(({ met }) => !met).length
  const verdict =
    missed === 0 ? `all ${targets.length} targets met` : `${missed} of ${targets.length} targets not met`
  const over = targets.filter(({ value, limit, met }) => met && value > limit).length
  const within = over === 0 ? '' : `, ${over} met within the ${MARGIN * 100} % for a busy machine`
  return [
    `${now.toISOString().slice(0, 10)}, ${where}: ${verdict}${within}.`,
    '',
    '| | measured | target |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** What stands behind the last colon is measured of many things; a ratio stands for itself. */
const familyOf = ({ name, unit }: Target): string =>
  unit === '×' || unit === 'x' ? name : (name.split(': ').at(-1) ?? name)

const subject = ({ name }: Target): string => name.split(': ').slice(0, -1).join(': ')

const share = ({ value, limit }: Target): number => (limit === 0 ? value : value / limit)
