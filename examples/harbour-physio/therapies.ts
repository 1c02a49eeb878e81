// The therapies in the order of the site, each in its file in therapies/.

import { physiotherapy } from './therapies/physiotherapy.ts'
import { sportsMassage } from './therapies/sports-massage.ts'
import type { Therapy } from '#clinic/schema.ts'

export const therapiesInFiles: Therapy[] = [physiotherapy, sportsMassage]
