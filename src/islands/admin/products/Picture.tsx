import { useState } from 'react'

interface Props {
  image: string
  /** `preview` says so when a picture cannot be shown; a `thumb` stays an empty ground. */
  variant: 'thumb' | 'preview'
}

/** The picture of a product, in the square that the shop has for it. Its name stands beside it. */
export function Picture({ image, variant }: Props) {
  const [broken, setBroken] = useState('')
  const isShown = image !== '' && broken !== image
  return (
    <div className={`picture picture-${variant}`}>
      {isShown && <img src={image} alt="" loading="lazy" onError={() => setBroken(image)} />}
      {!isShown && variant === 'preview' && (
        <p role="status">{image === '' ? 'No picture' : 'There is no picture to be had at this address.'}</p>
      )}
    </div>
  )
}
