import { useSignals } from '@preact/signals-react/runtime'
import { isExample, websiteForms } from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  part: 'prices' | 'gettingHere'
  /** "These prices are" */
  what: string
}

/** Says that what the developer wrote is made up, and lets the owner save it as it is. */
export function Example({ part, what }: Props) {
  useSignals()
  if (!isExample(part)) return null
  return (
    <div className="message flex flex-wrap items-center gap-3">
      <p className="grow">{`${what} only examples, so the live website does not show them. Once you change one and publish, all of them will be shown.`}</p>
      <Button
        variant="quiet"
        className="button-compact"
        onClick={({ currentTarget }) => {
          // The button disappears.
          currentTarget.closest('section')?.querySelector('h2')?.focus({ preventScroll: true })
          void websiteForms[part].adopt()
        }}
      >
        Use them as they are
      </Button>
    </div>
  )
}
