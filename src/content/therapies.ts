// The therapies in the order of the site. Each is a file of plain data in therapies/; check.ts checks them during the
// build. Claims stay careful: "may", "many people find", "supports", and no disease is called treatable.

import type { Therapy } from '#clinic/schema.ts'
import { acupuncture } from '#content/therapies/acupuncture.ts'
import { germanAuricularMedicine } from '#content/therapies/german-auricular-medicine.ts'
import { massage } from '#content/therapies/massage.ts'
import { neuropuncture } from '#content/therapies/neuropuncture.ts'
import { womensHealth } from '#content/therapies/womens-health.ts'

export const therapiesInFiles: Therapy[] = [
  neuropuncture,
  acupuncture,
  germanAuricularMedicine,
  massage,
  womensHealth,
]
