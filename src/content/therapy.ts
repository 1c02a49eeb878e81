// The shape of a therapy. The therapies themselves are in therapies/.

export type Color = 'sage' | 'ocean' | 'warm'

export interface Step {
  readonly title: string
  readonly text: string
}

/** A method within a therapy, with its own drawing. */
export interface Technique {
  readonly title: string
  readonly description: string
  readonly image: string
  readonly benefits: readonly string[]
}

export interface Therapy {
  readonly id: string
  readonly title: string
  /** The heading of its own page, where the specification has a longer title. */
  readonly longTitle?: string
  /** One sentence, for the home page, the top of its own page and search engines. */
  readonly description: string
  /** Paragraphs. The first has larger type. */
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
  /** When we leave something out or do not treat. */
  readonly notFor: string
  /** A claim; its proof is for the owner and is not published. */
  readonly expertCare?: { readonly text: string; readonly proof: string }
  readonly sportsMassage?: Technique
  readonly cupping?: Technique
}
