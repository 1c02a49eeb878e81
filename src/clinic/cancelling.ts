import { clinic } from '#clinic/clinic-facts.ts'
import { postalAddress } from '#clinic/who-we-are.ts'

// The right to cancel, as buyers read it before they pay, in both confirmation emails and in the terms. They share one
// text, because the right lasts up to a year longer if a buyer was not told of it in full:
// https://www.legislation.gov.uk/uksi/2013/3134/regulation/31

const { email, name, phone, trader } = clinic
const traderName = trader.owner ? `${trader.owner}, trading as ${name}` : name

export const cancelInShort = 'You may cancel within 14 days.'

/** Conditions, refund and costs for each kind of purchase, one paragraph per line. */
export const rightToCancel = {
  voucher: [
    'You may cancel the purchase of a gift voucher until the end of the 14th day after the day you buy it. You do not have to say why.',
    'The Consumer Contracts Regulations 2013 do not mention vouchers. We apply their 14 days to every voucher that is bought online or by phone. This does not affect your statutory rights.',
    'We refund the balance within 14 days of hearing from you, without a fee. The money goes back the way you paid. We do not refund what has been used. The code then stops working.',
  ],
  goods: [
    'You may cancel an order made online or by phone from the moment you order. This right ends 14 days after the day on which you, or someone you name, receive the goods. You do not have to say why. The Consumer Contracts Regulations 2013 give you this right.',
    'You may open and try the goods as you could in a shop. If you use them more than that, we may deduct what they have lost in value. Goods that were sealed for health or hygiene reasons cannot be returned once unsealed.',
    'Please send or bring the goods back within 14 days of telling us that you cancel. You pay the return postage, unless the goods are faulty or not as described.',
    'We refund the price and the cost of standard delivery within 14 days of having the goods back, or your proof of posting if that comes first. If you have not received the goods, the 14 days start when you tell us. The money goes back the way you paid, without a fee.',
    'You may also reject goods that are faulty or not as described within 30 days of receiving them. This does not affect your statutory rights.',
  ],
}

export const howToCancel = `You can tell us in any clear way, such as by email to ${email}, by phone on ${phone.display}, or by post to ${traderName}, ${postalAddress}. If you bought online, you can also press “Cancel this purchase” on the page “Your purchase”, to which our emails link. You are in time if you tell us, or send your notice, before the 14 days end. You may use the form below, but you do not have to.`

/** The wording of Schedule 3, Part B: https://www.legislation.gov.uk/uksi/2013/3134/schedule/3 */
export const cancellationForm = {
  title: 'Model cancellation form',
  lines: [
    '(Complete and return this form only if you wish to withdraw from the contract)',
    `To ${traderName}, ${postalAddress}, ${phone.display}, ${email}:`,
    'I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],',
    'Ordered on [*]/received on [*],',
    'Name of consumer(s),',
    'Address of consumer(s),',
    'Signature of consumer(s) (only if this form is notified on paper),',
    'Date',
    '[*] Delete as appropriate',
  ],
}
