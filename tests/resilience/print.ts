export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const CLEAR = '\r\u001b[K'
const { isTTY } = process.stderr
/** What runs, and how far it is. */
const running = new Map<string, string>()

/** Outside a terminal, a line is printed at each tenth of the way, and after so long at the latest (ms). */
const SILENT_AT_MOST = 30_000

/** Part of a line that says how far everything is, rewritten in a terminal. */
export function progressLine(name: string) {
  const began = performance.now()
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`
  let tenth = -1
  let saidAt = began
  return {
    show: (done: number, of: number, detail?: string) => {
      const far = [`${name}: ${done} of ${of}`, seconds(), ...(detail ? [detail] : [])].join(', ')
      const reached = Math.floor((10 * done) / of)
      running.set(name, far)
      if (isTTY) process.stderr.write(CLEAR + [...running.values()].join(' · '))
      else if (reached !== tenth || performance.now() > saidAt + SILENT_AT_MOST) {
        process.stderr.write(`${far}\n`)
        tenth = reached
        saidAt = performance.now()
      }
    },
    end: (result: string) => {
      running.delete(name)
      if (isTTY) process.stderr.write(CLEAR)
      print(`${name}: ${result}, ${seconds()}`)
    },
  }
}
