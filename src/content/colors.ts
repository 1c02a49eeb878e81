// The three colours of the clinic. All others, those of dark screens, emails and icons too, are made of them.
// Each is a # and six digits or letters from a to f, as a colour picker shows it. The build says if a text could not be
// read: it needs a light paper, a dark main colour, and an accent that is not too pale.

export const colors = {
  // The background of the pages.
  paper: '#f7f2e8',
  // Buttons and footer; text and lines have a tint of it.
  main: '#084b47',
  // The points of the logo and beside the headings.
  accent: '#b4552d',
}
