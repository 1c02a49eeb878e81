import { createRoot } from 'react-dom/client'
import { placeToasts } from './toast.ts'
import { Toaster } from './Toaster.tsx'

export function mountToaster(): void {
  const place = document.createElement('div')
  place.className = 'toasts'
  document.body.append(place)
  placeToasts()
  createRoot(place).render(<Toaster place={place} />)
}
