import { clinic } from '#clinic/clinic-facts.ts'

const { address, description, email, name, phone, trader } = clinic

export const postalAddress = `${address.street}, ${address.city} ${address.postcode}`

/** The trader's identity, as required for business names and for distance selling. */
export const whoWeAre = [
  trader.owner
    ? `${name} is the trading name of ${trader.owner}.`
    : `${name} is ${description} in ${address.city}.`,
  trader.company,
  `We are at ${postalAddress}. Our telephone number is ${phone.display} and our email address ${email}.`,
  trader.vat && `Our VAT number is ${trader.vat}.`,
]
  .filter(Boolean)
  .join(' ')
