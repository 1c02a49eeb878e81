import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

const TERMINAL: Terminal = { input: process.stdin, output: process.stdout }

/** Asks for one line in the terminal; does not echo a secret. */
export async function prompt(
  question: string,
  { secret = false }: { secret?: boolean } = {},
  { input, output }: Terminal = TERMINAL,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: secret ? nowhere : output, terminal: true })
  lines.on('SIGINT', () => process.exit(130))
  try {
    if (secret) output.write(question)
    return await lines.question(secret ? '' : question)
  } finally {
    if (secret) output.write('\n')
    lines.close()
  }
}
