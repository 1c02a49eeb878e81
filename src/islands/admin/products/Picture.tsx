import { useState } from 'react'

interface Props {
  image: string
  /** `preview` shows a message if the picture fails to load; `thumb` shows an empty background. */
  variant: 'thumb' | 'preview'
}

/** The picture of a product, in the shop's square format. Decorative: its name is beside it. */
export function Picture({ image, variant }: Props) {
  const [broken, setBroken] = useState('')
  const isShown = image !== '' && broken !== image
  return (
    <div
      className={`grid aspect-square place-items-center overflow-hidden rounded-edge bg-sunk text-center text-label text-soft ${variant === 'thumb' ? 'w-12 flex-none' : ''}`}
    >
      {isShown && (
        <img
          className="size-full object-cover"
          src={image}
          alt=""
          loading="lazy"
          onError={() => setBroken(image)}
        />
      )}
      {!isShown && variant === 'preview' && (
        <p role="status" className="p-3">
          {image === '' ? 'No picture' : 'This picture could not be loaded.'}
        </p>
      )}
    </div>
  )
}
