/** Lets the browser ask before the page is left while the work goes on. */
export async function warnBeforeUnload<Result>(work: () => Promise<Result>): Promise<Result> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  try {
    return await work()
  } finally {
    removeEventListener('beforeunload', ask)
  }
}
