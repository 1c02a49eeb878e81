import { useSignals } from '@preact/signals-react/runtime'
import { focusHeading } from '#islands/admin/website/TheirValues.tsx'
import { adoptPart, isExample } from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  part: 'prices' | 'gettingHere'
  /** "These prices are" */
  what: string
}

/** Says that what the developer wrote is made up, and lets the owner confirm it as it is. */
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
          focusHeading(currentTarget)
          adoptPart(part)
        }}
      >
        Use them as they are
      </Button>
    </div>
  )
}
