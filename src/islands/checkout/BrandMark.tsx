import { LOGO } from '#content/logo.ts'

const { size, weight, lines, point } = LOGO

export function BrandMark() {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} fill="none" stroke="currentColor" strokeWidth={weight} aria-hidden>
      <path d={lines} />
      <circle className="fill-point" cx={point.x} cy={point.y} r={point.r} stroke="none" />
    </svg>
  )
}
