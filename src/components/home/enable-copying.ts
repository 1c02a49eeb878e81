/** Makes a button copy its `data-copy`, and say so for two seconds. */
export function enableCopying(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const label = button.textContent
    const say = (outcome: string) => {
      button.textContent = outcome
      setTimeout(() => (button.textContent = label), 2000)
    }
    button.addEventListener('click', () => void copy(button.dataset['copy'] ?? '').then(say))
  }
}

/** Returns what to say. Without HTTPS, or where the visitor forbids it, browsers refuse to copy. */
async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    return 'Could not copy'
  }
}
