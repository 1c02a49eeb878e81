/**
 * Throws an error that says to somebody who knows no TypeScript why a file of the content cannot be read, or what was thrown.
 * It has what Node says first: file, line and an arrow.
 */
export function explainUnreadable(error: unknown): never {
  if (!(error instanceof Error)) throw error
  if (error instanceof SyntaxError) {
    const [place = ''] = (error.stack ?? '').split('\n\n')
    throw new Error(
      `${place}\n\nThis cannot be read. The mistake is at the arrow or a few lines above it: a ' within a sentence, which must be ’; a line that lacks its quotation mark or the comma at its end; or a name after “export const” that is not one word.`,
      { cause: error },
    )
  }
  if ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
    throw new Error(
      `${error.message}.\nIf you have deleted that file, also delete the line that imports it and its name in the list below.`,
      { cause: error },
    )
  throw error
}
