/** Fills each `[data-key]` with a new random key, and makes the buttons copy them. */
export function showNewKeys(): void {
  const status = document.querySelector('[data-copied]')
  for (const shown of document.querySelectorAll<HTMLElement>('[data-key]')) {
    const name = shown.dataset['key']!
    const key = createKey()
    shown.textContent = key
    const say = (isCopied: boolean) =>
      status?.replaceChildren(
        isCopied
          ? `${name} is copied.`
          : `${name} could not be copied. Please select it and copy it yourself.`,
      )
    document
      .querySelector(`[data-copy-key="${name}"]`)
      ?.addEventListener('click', () => void copy(key).then(say))
  }
}

/** Returns 256 random bits as letters, digits, hyphens and underscores, which survive any form and file. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

/** Without HTTPS, or where the visitor forbids it, browsers refuse to copy. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
