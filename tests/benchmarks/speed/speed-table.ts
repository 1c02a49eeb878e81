import { rounded } from '../median.ts'
import { table } from '../table.ts'
import { target, type Target } from '../target.ts'
import type { SpeedFigures } from './speed.ts'

const POINTS = 4 * 100

const points = ({ scores }: SpeedFigures) => Object.values(scores).reduce((sum, score) => sum + score, 0)
const hundredths = (value: number) => Math.round(value * 100) / 100

/** Each for the page that is furthest from it. */
export function speedTargets(figures: SpeedFigures[]): Target[] {
  const worst = (name: string, limit: number, unit: string, pick: (of: SpeedFigures) => number) => {
    const [page] = figures.toSorted((a, b) => pick(b) - pick(a))
    return target(`every public page, worst ${page!.path}: ${name}`, hundredths(pick(page!)), limit, unit)
  }
  return [
    worst('points short of 100/100/100/100', 0, '', (each) => POINTS - points(each)),
    worst('largest paint over that of bare HTML', 1.5, '×', ({ lcpRatio }) => lcpRatio),
    worst('layout shift', 0, '', ({ cls }) => cls),
    worst('blocked time', 20, 'ms', ({ tbtMs }) => tbtMs),
  ]
}

const HEADS = ['route', 'Lighthouse', 'LCP ms', 'bare ms', '× bare', 'CLS', 'TBT ms', 'KB', 'JS KB']

export function speedTable(figures: SpeedFigures[], rounds: number): string {
  const rows = figures.map((each) => [
    each.path,
    Object.values(each.scores).join('/'),
    each.lcpMs,
    each.bareLcpMs,
    hundredths(each.lcpRatio),
    hundredths(each.cls),
    each.tbtMs,
    rounded(each.bytes / 1000),
    rounded(each.scriptBytes / 1000),
    each.largest.replace(/\s+/g, ' ').slice(0, 40),
    each.short.join(', '),
  ])
  const heads = [...HEADS, 'largest paint', 'short of 100 by']
  const times = rounds === 1 ? 'Looked at once' : `Medians of ${rounds} looks`
  return `${table(heads, rows)}\n${times}, a phone with a slow connection, four times slower than the machine where the limits were set; KB with headers. More: npm run bench -- --lighthouse 5`
}
