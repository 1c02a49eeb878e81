import { useLayoutEffect, useRef, type RefObject } from 'react'

/** How long rows that have moved ignore the pointer, in milliseconds. */
const SETTLING_MS = 1000

/**
 * Lets the rows in `place` ignore the pointer for a moment when a change has moved them: the second of two clicks on the
 * same spot would act on another row. The keyboard needs no such pause, because the focus does not pass to another row.
 *
 * @param query Identifies the list that the rows are of; undefined while those of another one are shown.
 */
export function useMovedRows(
  place: RefObject<HTMLElement | null>,
  query: string | undefined,
  keys: string[] | undefined,
): void {
  const rows = keys?.join()
  const before = useRef({ query, rows })
  useLayoutEffect(() => {
    if (query === undefined) return
    const last = before.current
    before.current = { query, rows }
    // Rows that are added at the end move none.
    if (last.rows && last.query === query && !rows?.startsWith(last.rows)) settle(place.current)
  }, [place, query, rows])
}

let timer: ReturnType<typeof setTimeout> | undefined

function settle(element: HTMLElement | null): void {
  if (!element) return
  element.dataset['settling'] = ''
  clearTimeout(timer)
  timer = setTimeout(() => delete element.dataset['settling'], SETTLING_MS)
}
