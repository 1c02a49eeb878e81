/** An expression for the page: whether both fonts of the site are loaded and used. */
export const FONTS_IN_USE = `[...document.fonts]
  .filter(({ family, status }) => !family.includes('Fallback') && status === 'loaded').length === 2`
