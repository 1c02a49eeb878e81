// Photographs, if there are any. Put the files into src/content/photographs, a JPEG, PNG, WebP or AVIF of at most 20
// megapixels and 10 MB each, and name them here: { file: 'portrait.jpg', alt: 'What the picture shows' }. The build
// scales and compresses them, and leaves out where and when they were taken.

import type { Photographs } from '#content/schema.ts'

export const photographs: Photographs = {
  // The practitioner, upright: on the home page and the profile, instead of the drawing.
  portrait: undefined,

  // Up to three of the rooms, landscape: below "Your first visit".
  rooms: [],
}
