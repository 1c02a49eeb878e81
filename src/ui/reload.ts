interface Entry {
  isReloaded?: boolean
}

/** Reloads the page because scripts are missing. The entry of the history tells the next load, as storage need not. */
export function reloadForScripts(): void {
  history.replaceState({ ...(history.state as Entry | null), isReloaded: true }, '')
  location.reload()
}

/** Returns, once, whether the person has just asked for the reload, and waits for what they were at. */
export function takeReload(): boolean {
  const { isReloaded = false, ...others } = (history.state ?? {}) as Entry
  if (isReloaded) history.replaceState(others, '')
  return isReloaded
}
