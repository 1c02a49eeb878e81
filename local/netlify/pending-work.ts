/** Promises that outlive their answer: `waitUntil`. A rejection has nobody left to tell, so it is logged. */
export class PendingWork {
  readonly #running = new Set<Promise<void>>()

  add(owner: string, promise: Promise<unknown>): void {
    const running = Promise.resolve(promise)
      .then(
        () => undefined,
        (error: unknown) => console.error(`[${owner}] waitUntil:`, error),
      )
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
