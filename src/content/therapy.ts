// What a therapy consists of. The therapies themselves stand in therapies/, a file each.

export type Color = 'sage' | 'ocean' | 'warm'

export interface Step {
  readonly title: string
  readonly text: string
}

/** A way of working within a therapy, with a picture of its own. */
export interface Technique {
  readonly title: string
  readonly description: string
  readonly image: string
  readonly benefits: readonly string[]
}

export interface Therapy {
  readonly id: string
  readonly title: string
  /** On its own page, where the specification gives a longer one. */
  readonly longTitle?: string
  /** One sentence: on the home page, at the head of its own, and for search engines. */
  readonly description: string
  /** Paragraphs. The first is set larger. */
  readonly fullDescription: readonly string[]
  /** The name of its drawing. */
  readonly image: string
  readonly color: Color
  readonly duration: string
  readonly benefits: readonly string[]
  readonly suitableFor: readonly string[]
  readonly whatToExpect: readonly Step[]
  readonly beforeYouCome: { readonly feels: string; readonly wear: string; readonly afterwards: string }
  /** Completes the sentence "Please tell us before we begin if you …". */
  readonly tellUs: readonly string[]
  /** When we leave something out, or do not treat at all. */
  readonly notFor: string
  /** A claim, so with a proof, which is for the owner and is not published. */
  readonly expertCare?: { readonly text: string; readonly proof: string }
  readonly sportsMassage?: Technique
  readonly cupping?: Technique
}
