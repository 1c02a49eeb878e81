import { ear } from '#art/figures/ear.ts'
import { acupuncture } from '#art/figures/acupuncture.ts'

export const FIGURES: Record<string, () => { path: string; points?: { x: number; y: number }[] }> = {
  'german-auricular-medicine': ear,
  acupuncture,
}
