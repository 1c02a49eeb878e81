/** Thrown by Stripe.js for incorrect calls, unlike errors that are shown to the buyer. */
export function integrationError(message: string): Error {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}
