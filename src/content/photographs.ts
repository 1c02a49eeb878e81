// Photographs, if there are any; docs/photographs.md says what to photograph. Put the files into
// src/content/photographs, a JPEG, PNG, WebP or AVIF of at most 20 megapixels and 10 MB each, and name them here:
// { file: 'portrait.jpg', alt: 'What the picture shows' }. The build scales and compresses them, and leaves out where and
// when they were taken.

import type { Photographs } from '#clinic/schema.ts'

export const photographs: Photographs = {
  // Very wide (16:5): on the home page, instead of the river. With `film: 'river.mp4'` the film plays over it.
  hero: undefined,

  // Upright (4:5), by the id of the therapy: at the top of its page. massage: { file: 'massage.jpg', alt: '…' }
  therapies: {},

  // Practitioners, upright (4:5), by the address of their profile: on the home page and the profile, instead of the drawing.
  // practitioner: { file: 'portrait.jpg', alt: '…' }
  portraits: {},

  // The door as one sees it from the street, landscape (3:2): below "Getting here".
  entrance: undefined,

  // Up to three of the rooms, landscape: below "Your first visit", the first one across the page (21:9).
  rooms: [],
}
