/** What is going on, beside the result: `npm run -s bench | tail -1` is the figures alone. */
export function progress(step: string): void {
  process.stderr.write(`${step} …\n`)
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
