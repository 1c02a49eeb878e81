/** What Stripe.js throws when it is called wrongly, as opposed to errors for the buyer. */
export function integrationError(message: string): Error {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}
