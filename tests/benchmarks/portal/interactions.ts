import type { Page } from 'playwright'

/** Milliseconds of each interaction from here on until it is asked for. https://web.dev/articles/inp */
export async function watchInteractions(page: Page): Promise<() => Promise<number[]>> {
  const seen = await page.evaluateHandle(() => {
    const longest = new Map<number, number>()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (!entry.interactionId) continue
        longest.set(entry.interactionId, Math.max(entry.duration, longest.get(entry.interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    return longest
  })
  return () =>
    seen.evaluate(async (longest) => {
      // What was drawn last is reported a moment later.
      await new Promise((resolve) => setTimeout(resolve, 500))
      return [...longest.values()]
    })
}
