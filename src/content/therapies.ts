// The therapies, in the order they are shown. Each has a file of its own in therapies/: plain data that imports nothing
// but the shape; check.ts checks them when the site builds. Claims stay careful: "may", "many people find", "supports",
// and no disease is named as treatable.

import { acupuncture } from './therapies/acupuncture.ts'
import { germanAuricularMedicine } from './therapies/german-auricular-medicine.ts'
import { massage } from './therapies/massage.ts'
import { neuropuncture } from './therapies/neuropuncture.ts'
import { womensHealth } from './therapies/womens-health.ts'
import type { Therapy } from './therapy.ts'

export type { Therapy } from './therapy.ts'

export const therapies: readonly Therapy[] = [
  neuropuncture,
  acupuncture,
  germanAuricularMedicine,
  massage,
  womensHealth,
]
