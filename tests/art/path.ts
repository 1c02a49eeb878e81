/** Where each line of a drawn field begins and where its upper edge ends. */
export function endsOf(path: string) {
  return path
    .split('M')
    .slice(1)
    .map((line) => {
      const upper = line.split('V')[0] ?? ''
      const [start, ...moves] = upper.match(/^-?[\d.]+ -?[\d.]+|[chs][^chs]*/g) ?? []
      const [x = NaN, y = NaN] = numbersIn(start ?? '')
      const right = moves
        .map(moveOf)
        .reduce((pen, move) => ({ x: pen.x + move.x, y: pen.y + move.y }), { x, y })
      return { left: { x, y }, right }
    })
}

const moveOf = (move: string) => {
  const [x = NaN, y = NaN] = numbersIn(move).slice(move.startsWith('h') ? -1 : -2)
  return { x, y: move.startsWith('h') ? 0 : y }
}

const numbersIn = (text: string) => (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
