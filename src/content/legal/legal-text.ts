// The shape of a legal page. In every text, [label](address) is a link.

export type LegalBlock =
  /** A paragraph. */
  | string
  | { readonly list: readonly string[] }
  /** A right that the law gives in addition to the preceding block. */
  | { readonly law: string }
  /** The lines of a form that the reader may copy. */
  | { readonly form: readonly string[] }
  | {
      readonly caption: string
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

export interface LegalText {
  readonly title: string
  readonly description: string
  readonly chapters: readonly {
    readonly id: string
    readonly title: string
    readonly blocks: readonly LegalBlock[]
  }[]
}
