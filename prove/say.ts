export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const CLEAR = '\r\u001b[K'
const { isTTY } = process.stderr
/** What runs, and how far it is. */
const running = new Map<string, string>()

/** Part of a line that says how far everything is, rewritten in a terminal, and every tenth of the way elsewhere. */
export function progressLine(name: string) {
  const began = performance.now()
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`
  let tenth = -1
  return {
    show: (done: number, of: number) => {
      const far = `${name}: ${done} of ${of}, ${seconds()}`
      const reached = Math.floor((10 * done) / of)
      running.set(name, far)
      if (isTTY) process.stderr.write(CLEAR + [...running.values()].join(' · '))
      else if (reached !== tenth) process.stderr.write(`${far}\n`)
      tenth = reached
    },
    end: (result: string) => {
      running.delete(name)
      if (isTTY) process.stderr.write(CLEAR)
      print(`${name}: ${result}, ${seconds()}`)
    },
  }
}
