/** Returns the heights at x of the upper edges of all lines in a drawn field. Other shapes in the path are left out. */
export function heightsAt(path: string, x: number): number[] {
  return path
    .split('M')
    .filter((line) => /^-?[\d.]+ [\d.]+[chs]/.test(line))
    .map((line) => {
      const places = placesOf(line.split('V')[0] ?? '')
      const next = places.findIndex((place) => place.x >= x)
      const [from, to] = [places[next - 1], places[next]]
      if (!from || !to) return NaN
      return from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x)
    })
}

function placesOf(edge: string) {
  const [start = '', ...moves] = edge.match(/^-?[\d.]+ -?[\d.]+|[chs][^chs]*/g) ?? []
  const [x = NaN, y = NaN] = numbersIn(start)
  const places = [{ x, y }]
  for (const move of moves.map(moveOf)) {
    const pen = places.at(-1)!
    places.push({ x: pen.x + move.x, y: pen.y + move.y })
  }
  return places
}

const moveOf = (move: string) => {
  const [x = NaN, y = NaN] = numbersIn(move).slice(move.startsWith('h') ? -1 : -2)
  return { x, y: move.startsWith('h') ? 0 : y }
}

const numbersIn = (text: string) => (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
