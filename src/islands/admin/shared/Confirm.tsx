import type { ComponentProps } from 'react'
import { FormDialog } from '#ui/FormDialog.tsx'

/** Asks for confirmation of an action, by default one that cannot be undone. Its children state the consequences. */
export function Confirm({
  variant = 'bad',
  cancelLabel = 'Cancel',
  children,
  ...dialog
}: Omit<ComponentProps<typeof FormDialog>, 'form'>) {
  return (
    <FormDialog {...dialog} variant={variant} cancelLabel={cancelLabel}>
      <div className="grid gap-4">{children}</div>
    </FormDialog>
  )
}
