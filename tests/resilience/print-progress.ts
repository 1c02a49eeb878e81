export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const CLEAR = '\r\u001b[K'
const { isTTY } = process.stderr
/** Running parts and their progress. */
const running = new Map<string, string>()

/** Outside a terminal, a line is printed at each tenth of the way, and at the latest after this time (ms). */
const LONGEST_SILENCE = 30_000

/** Returns the progress display of one part. In a terminal, all parts share one line that is rewritten. */
export function progressLine(name: string) {
  const began = performance.now()
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`
  let tenth = -1
  let printedAt = began
  return {
    show: (done: number, of: number, detail?: string) => {
      const line = [`${name}: ${done} of ${of}`, seconds(), ...(detail ? [detail] : [])].join(', ')
      const reached = Math.floor((10 * done) / of)
      running.set(name, line)
      if (isTTY) process.stderr.write(CLEAR + [...running.values()].join(' · '))
      else if (reached !== tenth || performance.now() > printedAt + LONGEST_SILENCE) {
        process.stderr.write(`${line}\n`)
        tenth = reached
        printedAt = performance.now()
      }
    },
    end: (result: string) => {
      running.delete(name)
      if (isTTY) process.stderr.write(CLEAR)
      print(`${name}: ${result}, ${seconds()}`)
    },
  }
}
