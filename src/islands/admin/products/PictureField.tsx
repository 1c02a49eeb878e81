import { useId, useRef, useState, type ChangeEvent } from 'react'
import { is } from 'valibot'
import { pictureEndpoint, uploadPictureEndpoint } from '#contract/products/pictures.ts'
import { ProductFormSchema } from '#contract/products/product-form.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { Picture } from '#islands/admin/products/Picture.tsx'
import { scalePicture } from '#islands/admin/products/scale-picture.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'

const UNREADABLE = 'We cannot open this picture. Please choose a JPEG, PNG or WebP picture.'
const UPLOAD_FAILED = 'The picture could not be uploaded. Please try again.'

interface Props {
  image: string
  error: string | undefined
  /** Another tab's or admin's change of the field. */
  hint: string | undefined
  isUploading: boolean
  onUploading: (isUploading: boolean) => void
  onChange: (image: string) => void
}

/** Uploads a picture or takes its URL, with a preview in the shop's format. */
export function PictureField({ image, error, hint, isUploading, onUploading, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [uploadError, setUploadError] = useState<string>()
  // Do not load incomplete URLs while typing.
  const [isTyping, setTyping] = useState(false)
  const isComplete = !isTyping && is(ProductFormSchema.entries.image, image)
  const isUploaded = image.startsWith(pictureEndpoint.path.replace(':id', ''))

  async function upload(file: Blob) {
    onUploading(true)
    setUploadError(undefined)
    try {
      const scaled = await scalePicture(file)
      if (scaled) onChange((await adminCall(uploadPictureEndpoint, scaled)).image)
      else setUploadError(UNREADABLE)
    } catch (caught) {
      setUploadError(errorMessage(caught, UPLOAD_FAILED))
    }
    onUploading(false)
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file) void upload(file)
    // Allow choosing the same file again.
    target.value = ''
  }

  return (
    <div
      className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 max-[18rem]:grid-cols-1 sm:grid-cols-[9rem_minmax(0,1fr)]"
      role="group"
      aria-labelledby={id}
    >
      <p id={id} className="field-label col-span-full">
        Image <span className="field-optional">(optional)</span>
      </p>
      <Picture image={isComplete ? image : ''} variant="preview" />
      <div className="flex flex-wrap content-start gap-2">
        <Button
          variant="quiet"
          className="button-compact min-w-40"
          pendingLabel={isUploading ? 'Uploading...' : undefined}
          onClick={() => input.current?.click()}
        >
          Upload a picture
        </Button>
        {image !== '' && (
          <Button variant="quiet" className="button-compact" onClick={() => onChange('')}>
            Remove picture
          </Button>
        )}
        <input ref={input} type="file" accept="image/*" hidden onChange={choose} />
      </div>
      <p role="alert" className="field-error col-span-full empty:hidden">
        {uploadError}
      </p>
      {isUploaded ? (
        <p className="field-hint col-span-full">
          {hint ?? 'This picture has been uploaded. Changes will appear in the shop once you save.'}
        </p>
      ) : (
        <Field
          label="Web address of a picture"
          className="col-span-full"
          optional
          type="url"
          inputMode="url"
          placeholder="https://"
          value={image}
          error={error}
          hint={
            hint ??
            'We recommend uploading the picture instead, because a picture on another website may change or disappear.'
          }
          onChange={({ target }) => {
            setTyping(true)
            onChange(target.value)
          }}
          onBlur={() => setTyping(false)}
        />
      )}
    </div>
  )
}
