/** Returns the address of the appointment form. On the home page it is a fragment, so that nothing typed there is lost. */
export const appointmentFormOf = (therapy: string | undefined, { pathname }: URL) =>
  therapy ? `/?service=${therapy}#write` : `${/^\/(index\.html)?$/.test(pathname) ? '' : '/'}#write`
