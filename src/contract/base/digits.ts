/** Returns the text with the decimal digits of all scripts as 0 to 9. */
export const plainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, valueOf)

/** The ten digits of a script follow each other. */
function valueOf(digit: string): string {
  const point = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1
  return String(value)
}
