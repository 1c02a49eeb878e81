import { encode } from 'uqr'

/** The code as a QR code, in lines a printer keeps sharp. 'Q' survives a fold or a stain. */
export function QrCode({ code }: { code: string }) {
  const { data, size } = encode(code, { ecc: 'Q', border: 0 })
  return (
    <svg className="printed-qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={data.map(darkRuns).join('')} />
    </svg>
  )
}

/** Dark dots beside each other are one bar, so that no seam shows between them. */
function darkRuns(row: readonly boolean[], y: number): string {
  const dots = row.map((dark) => (dark ? '1' : '0')).join('')
  return [...dots.matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join('')
}
