// Photographs, if there are any: docs/photographs.md.

import type { Photographs } from '#clinic/schema.ts'

export const photographs: Photographs = {
  hero: undefined,
  therapies: {},
  portraits: {},
  entrance: undefined,
  rooms: [],
}
