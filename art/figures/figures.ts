import { ear } from '#art/figures/ear.ts'
import { acupuncture } from '#art/figures/acupuncture.ts'
import { massage } from '#art/figures/massage.ts'

export const FIGURES: Record<string, () => { path: string; points?: { x: number; y: number }[] }> = {
  'german-auricular-medicine': ear,
  acupuncture, massage,
}
