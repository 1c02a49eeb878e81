type Listener = (event: unknown) => void

/** The event methods of elements: `on`, `once`, `off` and `emit`. */
export class Emitter {
  private listeners: Record<string, Listener[]> = {}

  on(type: string, listener: Listener): this {
    ;(this.listeners[type] ??= []).push(listener)
    return this
  }

  once(type: string, listener: Listener): this {
    const first = (event: unknown) => {
      this.off(type, first)
      listener(event)
    }
    return this.on(type, first)
  }

  off(type: string, listener?: Listener): this {
    this.listeners[type] = listener ? (this.listeners[type] ?? []).filter((other) => other !== listener) : []
    return this
  }

  emit(type: string, event: unknown) {
    // Copies the list, because `once` removes its handler during the loop.
    const listeners = this.listeners[type]?.slice() ?? []
    for (const listener of listeners) listener(event)
  }
}
