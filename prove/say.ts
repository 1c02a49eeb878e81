export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** A line that says how far it is, rewritten in a terminal, and every tenth of the way elsewhere. */
export function progressLine(name: string) {
  const began = performance.now()
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`
  const { isTTY } = process.stderr
  let tenth = -1
  return {
    show: (done: number, of: number) => {
      const reached = Math.floor((10 * done) / of)
      if (!isTTY && reached === tenth) return
      tenth = reached
      process.stderr.write(`${isTTY ? '\r' : ''}${name}: ${done} of ${of}, ${seconds()}${isTTY ? '' : '\n'}`)
    },
    end: (result: string) => {
      if (isTTY) process.stderr.write('\r')
      print(`${name}: ${result}, ${seconds()}`)
    },
  }
}
