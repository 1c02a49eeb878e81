import { createRoot } from 'react-dom/client'
import { placeToasts } from '#ui/toast.ts'
import { Toaster } from '#ui/Toaster.tsx'

export function mountToaster(): void {
  const place = document.createElement('div')
  place.className = 'toasts'
  document.body.append(place)
  placeToasts()
  createRoot(place).render(<Toaster place={place} />)
}
