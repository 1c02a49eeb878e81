import { ear } from '#art/figures/ear.ts'
import { acupuncture } from '#art/figures/acupuncture.ts'
import { massage } from '#art/figures/massage.ts'
import { cupping } from '#art/figures/cupping.ts'
import { neuropuncture } from '#art/figures/leg.ts'
import { womensHealth } from '#art/figures/womens-health.ts'
import { sportsMassage } from '#art/figures/sports-massage.ts'
import { pulse } from '#art/figures/pulse.ts'

export const FIGURES: Record<string, () => { path: string; points?: { x: number; y: number }[] }> = {
  'german-auricular-medicine': ear,
  acupuncture, massage, cupping, neuropuncture, 'womens-health': womensHealth, 'sports-massage': sportsMassage, pulse
}
