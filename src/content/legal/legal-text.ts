// What a legal page consists of. In any text, [words](address) is a link.

export type LegalBlock =
  /** A paragraph. */
  | string
  | { readonly list: readonly string[] }
  /** What the law gives on top of what stands above it. */
  | { readonly law: string }
  /** A form to be copied, line by line. */
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
