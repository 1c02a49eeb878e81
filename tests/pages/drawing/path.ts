/** Where each line of a drawn field begins and where its upper edge ends. */
export function endsOf(path: string) {
  return path
    .split('M')
    .slice(1)
    .map((line) => {
      const upper = line.split('V')[0] ?? ''
      const [start, ...moves] = upper.match(/^-?[\d.]+ -?[\d.]+|[ch][^ch]*/g) ?? []
      const [x = NaN, y = NaN] = numbersIn(start ?? '')
      const right = moves
        .map(moveOf)
        .reduce((pen, move) => ({ x: pen.x + move.x, y: pen.y + move.y }), { x, y })
      return { left: { x, y }, right }
    })
}

const moveOf = (move: string) => {
  const numbers = numbersIn(move)
  return move.startsWith('h')
    ? { x: numbers[0] ?? NaN, y: 0 }
    : { x: numbers[4] ?? NaN, y: numbers[5] ?? NaN }
}

const numbersIn = (text: string) => (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
