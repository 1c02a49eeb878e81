/** A short list under its title; nothing at all where it is empty. */
export function BulletList({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <h3 className="item-label">{title}</h3>
      <ul className="dashes">
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
