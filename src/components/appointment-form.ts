/** Returns the address of the appointment form, which chooses the therapy (chooseService). On the home page it is a fragment,
 *  so that nothing typed there is lost. */
export const appointmentFormOf = (therapy: string | undefined, { pathname }: URL) => {
  if (/^\/(index\.html)?$/.test(pathname)) return therapy ? `#write-${therapy}` : '#write'
  return therapy ? `/?service=${therapy}#write` : '/#write'
}
