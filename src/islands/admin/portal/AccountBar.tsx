import { useSignals } from '@preact/signals-react/runtime'
import { printDeskCard } from '#islands/admin/portal/desk-card.store.ts'
import { hrefOf } from '#islands/admin/router.ts'
import { logOut, session } from '#islands/admin/session/session.store.ts'
import { Button } from '#ui/Button.tsx'

/** The controls in the header. On a phone they are under More. */
export function AccountBar() {
  useSignals()
  return (
    <div className="flex items-center gap-3 max-md:hidden">
      <a className="link mr-2 text-small text-soft" href={hrefOf('account')} title={session.value?.email}>
        Account
      </a>
      <Button variant="quiet" className="button-compact" onClick={printDeskCard}>
        Desk Card
      </Button>
      <a className="button button-quiet button-compact" href="/">
        View Website
      </a>
      <Button variant="quiet" className="button-compact" onClick={() => void logOut()}>
        Logout
      </Button>
    </div>
  )
}
