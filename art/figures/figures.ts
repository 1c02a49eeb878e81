import { ear } from '#art/figures/ear.ts'

export const FIGURES: Record<string, () => { path: string; points?: { x: number; y: number }[] }> = {
  'german-auricular-medicine': ear,
}
