import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'

/** A child process that sends one message when it is ready and responds to each message. */
export interface Child<Ready, Answer> extends AsyncDisposable {
  ready: Ready
  ask: () => Promise<Answer>
}

export async function startChild<Ready, Answer>(
  file: string,
  args: string[] = [],
  options: ForkOptions = {},
): Promise<Child<Ready, Answer>> {
  // Standard output is reserved for the figures.
  const child = fork(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], ...options })
  return {
    ready: await nextMessage<Ready>(child, file),
    ask: () => {
      child.send('ask')
      return nextMessage<Answer>(child, file)
    },
    async [Symbol.asyncDispose]() {
      // It may have exited already.
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

async function nextMessage<Message>(child: ChildProcess, file: string): Promise<Message> {
  const heard = new AbortController()
  const gone = once(child, 'exit', { signal: heard.signal }).then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: heard.signal }), gone])
    return message as Message
  } finally {
    heard.abort()
    gone.catch(() => {})
  }
}
