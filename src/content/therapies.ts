// The therapies in the order of the site. Each is a file of plain data in therapies/; check.ts checks them during the
// build. Claims stay careful: "may", "many people find", "supports", and no disease is called treatable.

import { acupuncture } from './therapies/acupuncture.ts'
import { germanAuricularMedicine } from './therapies/german-auricular-medicine.ts'
import { massage } from './therapies/massage.ts'
import { neuropuncture } from './therapies/neuropuncture.ts'
import { womensHealth } from './therapies/womens-health.ts'
import type { Therapy } from './schema.ts'

export const therapies: Therapy[] = [
  neuropuncture,
  acupuncture,
  germanAuricularMedicine,
  massage,
  womensHealth,
]
