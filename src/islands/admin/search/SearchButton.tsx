import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { NavIcon } from '#islands/admin/portal/NavIcon.tsx'
import { hasShortcut, readShortcut } from '#islands/admin/search/shortcut.ts'
import { reloadPortal } from '#islands/admin/shared/kept-drafts.ts'
import { loadPart } from '#ui/load-part.ts'
import { showToast } from '#ui/toast.ts'

/** Opens the search over everything. So does the key /, unless something is typed in. */
export function SearchButton() {
  useSignals()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [SearchDialog, setSearchDialog] = useState<ComponentType<{ onClose: () => void }>>()

  async function open() {
    try {
      const loaded = await loadPart(() => import('#islands/admin/search/SearchDialog.tsx'))
      setSearchDialog(() => loaded.SearchDialog)
      setOpen(true)
    } catch {
      const description = 'We could not open the search. Please reload the page.'
      const action = [{ label: 'Reload', onPress: reloadPortal }]
      showToast({ title: 'Error', description, action, variant: 'destructive' })
    }
  }

  useEffect(readShortcut, [])
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      button.current?.click()
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  return (
    <>
      <button
        ref={button}
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        <NavIcon name="search" />
        <span>
          Search<span className="sr-only"> everything</span>
        </span>
        {hasShortcut.value && <kbd aria-hidden>/</kbd>}
      </button>
      {isOpen && SearchDialog && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function isShortcut({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || altKey || metaKey || !hasShortcut.value) return false
  if (document.querySelector('dialog[open]')) return false
  return !(target instanceof Element && target.matches('input:not([type="checkbox"]), select, textarea'))
}
