import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { draftOf, dropDraft, type Draft } from '#islands/admin/products/product-draft.store.ts'
import { ProductForm } from '#islands/admin/products/ProductForm.tsx'
import { goTo, NEW_PRODUCT_ID } from '#islands/admin/router.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { focusFirstError } from '#ui/focus.ts'

const close = () => goTo('products')

/** Adds or changes a product. Closing it other than by Cancel keeps the draft. */
export function ProductDialog({ id }: { id: string }) {
  useSignals()
  const draft = draftOf(id)
  const { name } = draft.step.value
  useEffect(() => void draft.load(), [draft])
  const title = id === NEW_PRODUCT_ID ? 'Add Product' : 'Edit Product'
  return (
    <Dialog title={title} eyebrow="Products" locked={name === 'saving'} onClose={close}>
      {name === 'loading' || name === 'unavailable' ? (
        <NotLoaded draft={draft} />
      ) : (
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault()
            const form = event.currentTarget
            void draft.save().then((saved) => (saved ? close() : focusFirstError(form)))
          }}
        >
          <div className="dialog-body">
            <ProductForm draft={draft} />
          </div>
          <DialogFoot draft={draft} id={id} />
        </form>
      )}
    </Dialog>
  )
}

function NotLoaded({ draft }: { draft: Draft }) {
  useSignals()
  const step = draft.step.value
  return (
    <div className="dialog-body stack">
      {step.name === 'unavailable' ? (
        <>
          <p role="alert">{step.message}</p>
          <Button variant="quiet" onClick={() => void draft.load()}>
            Try again
          </Button>
        </>
      ) : (
        <p role="status">Loading product...</p>
      )}
    </div>
  )
}

function DialogFoot({ draft, id }: { draft: Draft; id: string }) {
  useSignals()
  const submit = useRef<HTMLButtonElement>(null)
  const step = draft.step.value
  return (
    <div className="dialog-foot">
      {/* The toast goes after a few seconds, so show the error here as well. */}
      <div role="alert" className="w-full empty:hidden">
        {step.name === 'failed' && <p className="message message-bad">{step.message}</p>}
        {step.name === 'outdated' && (
          <Outdated step={step} onLoad={() => void draft.load().then(() => submit.current?.focus())} />
        )}
        {step.name === 'ready' && Object.keys(draft.conflicts.value).length > 0 && (
          <p className="message">
            What you typed is still here. Under each box you can see what someone else has since changed it
            to.
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        onClick={() => {
          dropDraft(id)
          close()
        }}
      >
        Cancel
      </Button>
      <Button
        ref={submit}
        type="submit"
        className="min-w-40"
        disabled={step.name === 'outdated'}
        pendingLabel={
          draft.isUploading.value ? 'Uploading...' : step.name === 'saving' ? 'Saving...' : undefined
        }
      >
        {id === NEW_PRODUCT_ID ? 'Add Product' : 'Save changes'}
      </Button>
    </div>
  )
}

interface OutdatedProps {
  step: { loading: boolean; failed: boolean }
  onLoad: () => void
}

function Outdated({ step, onLoad }: OutdatedProps) {
  return (
    <div className="message message-bad stack">
      <p>
        {step.failed
          ? 'We could not load the newer version. Nothing you typed is lost.'
          : 'This product was sold or changed somewhere else while you were typing, so your changes have not been saved. Nothing you typed is lost.'}
      </p>
      <Button
        variant="quiet"
        className="button-compact min-w-44"
        pendingLabel={step.loading ? 'Loading...' : undefined}
        onClick={onLoad}
      >
        Load the newer version
      </Button>
    </div>
  )
}
