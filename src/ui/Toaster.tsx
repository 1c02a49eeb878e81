import { useSignals } from '@preact/signals-react/runtime'
import * as Toast from '@radix-ui/react-toast'
import { CloseIcon } from './icons.tsx'
import { currentToast, TOAST_DURATION } from './toast.ts'

const SWIPE_THRESHOLD = 50

export function Toaster() {
  useSignals()
  const toast = currentToast.value
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD} duration={TOAST_DURATION}>
      {toast && (
        <Toast.Root
          key={toast.key}
          className={toast.variant === 'destructive' ? 'toast toast-bad' : 'toast'}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          duration={toast.duration ?? TOAST_DURATION}
        >
          <Toast.Title asChild>
            <strong>{toast.title}</strong>
          </Toast.Title>
          <Toast.Description className="text-soft">{toast.description}</Toast.Description>
          <Toast.Close className="button-sign" aria-label="Close">
            <CloseIcon />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport hotkey={['F8']} className="fixed bottom-0 left-0 z-36" />
    </Toast.Provider>
  )
}
