export interface Decline {
  code: string
  declineCode?: string
  message: string
}

/** The behaviour of a test payment method. */
export interface TestBehaviour {
  decline?: Decline
  /** Requires 3-D Secure first. */
  authenticate?: boolean
  /** The reason of a dispute that follows the payment at once. */
  dispute?: string
  inquiry?: boolean
  /** An early fraud warning follows the payment at once. */
  warning?: boolean
  refund?: 'fails' | 'pending'
  /** Is processing first, and then fails. */
  failsLater?: boolean
}

export interface TestCard extends TestBehaviour {
  number: string
  ids: string[]
  brand: 'visa' | 'mastercard'
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const insufficientFunds = declined('insufficient_funds', 'Your card has insufficient funds.')

/** https://docs.stripe.com/testing */
const CARDS: TestCard[] = [
  { number: '4242424242424242', ids: ['pm_card_visa'], brand: 'visa' },
  { number: '5555555555554444', ids: ['pm_card_mastercard'], brand: 'mastercard' },
  {
    number: '4000000000000002',
    ids: ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined'],
    brand: 'visa',
    decline: declined('generic_decline'),
  },
  {
    number: '4000000000009995',
    ids: ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
    brand: 'visa',
    decline: insufficientFunds,
  },
  {
    number: '4000000000000069',
    ids: ['pm_card_chargeDeclinedExpiredCard'],
    brand: 'visa',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    ids: ['pm_card_chargeDeclinedIncorrectCvc'],
    brand: 'visa',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  {
    number: '4000000000000119',
    ids: ['pm_card_chargeDeclinedProcessingError'],
    brand: 'visa',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  {
    number: '4000002500003155',
    ids: ['pm_card_authenticationRequiredOnSetup'],
    brand: 'visa',
    authenticate: true,
  },
  {
    number: '4000002760003184',
    ids: ['pm_card_authenticationRequired'],
    brand: 'visa',
    authenticate: true,
  },
  {
    number: '4000008260003178',
    ids: ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
    brand: 'visa',
    authenticate: true,
    decline: insufficientFunds,
  },
  {
    number: '4000000000000259',
    ids: ['pm_card_createDispute'],
    brand: 'visa',
    dispute: 'fraudulent',
  },
  {
    number: '4000000000001976',
    ids: ['pm_card_createDisputeInquiry'],
    brand: 'visa',
    dispute: 'fraudulent',
    inquiry: true,
  },
  { number: '4000000000005423', ids: ['pm_card_createIssuerFraudRecord'], brand: 'visa', warning: true },
  { number: '4000000000007726', ids: ['pm_card_pendingRefund'], brand: 'visa', refund: 'pending' },
  { number: '4000000000005126', ids: ['pm_card_refundFail'], brand: 'visa', refund: 'fails' },
]

/** Bank accounts whose debit fails, with any sort code: https://docs.stripe.com/payments/bacs-debit/accept-a-payment#testing */
export const FAILING_ACCOUNTS = ['22222227', '33333335']

export const findTestCard = (number: string) => CARDS.find((card) => card.number === number)

export const findTestCardById = (id: string) => CARDS.find((card) => card.ids.includes(id))
