/** Choices that are the same ones again for the same seed. https://github.com/cprosche/mulberry32 */
export interface Dice {
  /** From 0 up to, not including, 1. */
  roll: () => number
  between: (low: number, high: number) => number
  chance: (share: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item | undefined
}

export function newDice(seed: number): Dice {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    roll,
    between: (low, high) => low + Math.floor(roll() * (high - low + 1)),
    chance: (share) => roll() < share,
    pick: (items) => items[Math.floor(roll() * items.length)],
  }
}
