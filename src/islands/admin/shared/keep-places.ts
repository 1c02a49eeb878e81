/**
 * Returns the rows of a reloaded list in the places that they have on the screen. Adds `changed` if it was on the screen
 * and the list no longer has it. Rows that were not on the screen follow the row that they follow in the list.
 */
export function keepPlaces<Item>(
  onScreen: readonly Item[],
  reloaded: Item[],
  changed: Item | undefined,
  keyOf: (item: Item) => string,
): Item[] {
  const places = new Map(onScreen.map((item, place) => [keyOf(item), place]))
  const isGone =
    changed !== undefined &&
    places.has(keyOf(changed)) &&
    !reloaded.some((item) => keyOf(item) === keyOf(changed))
  let last = -1
  const placed = (isGone ? [...reloaded, changed] : reloaded).map((item) => {
    const place = places.get(keyOf(item))
    last = Math.max(last, place ?? last)
    return { item, place: place ?? last + 0.5 }
  })
  const isInPlace = placed.every(({ place }, index) => index === 0 || placed[index - 1]!.place <= place)
  // The same array, so that nothing is rendered again.
  if (isInPlace && !isGone) return reloaded
  return placed.toSorted((one, other) => one.place - other.place).map(({ item }) => item)
}
