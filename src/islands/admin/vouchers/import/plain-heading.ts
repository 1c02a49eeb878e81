/** Returns the heading of a column as lists of names have it: "Balance (£)" and "balance_gbp" are "balance". */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(gbp|inpounds|pounds|yn|yesno|truefalse|flag)$/, '')
