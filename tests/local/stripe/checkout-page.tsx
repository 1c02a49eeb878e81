import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe, type Appearance } from '@stripe/stripe-js'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const AMOUNT = 5000
const asked = new URLSearchParams(location.search)
const redirect = asked.has('always') ? undefined : 'if_required'
const dark: Appearance = {
  variables: {
    colorText: '#f4efe6',
    colorBackground: '#12211f',
    colorDanger: '#ff9d8a',
    borderRadius: '2px',
  },
}

/** A page as the site has one: an intent made by the server after `submit`, paid in place. */
function Checkout() {
  const stripe = useStripe()
  const elements = useElements()
  const [said, setSaid] = useState('')

  async function pay() {
    if (!stripe || !elements) return
    setSaid('')
    const { error: incomplete } = await elements.submit()
    if (incomplete) return setSaid(incomplete.message ?? '')
    const clientSecret = await (await fetch('/intent')).text()
    const confirmParams = { return_url: `${location.origin}/returned` }
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams,
      ...(redirect && { redirect }),
    } as Parameters<typeof stripe.confirmPayment>[0] & { redirect: 'if_required' })
    setSaid(error?.message ?? paymentIntent?.status ?? '')
  }

  return (
    <main>
      <h1>Checkout</h1>
      <PaymentElement />
      <button onClick={() => void pay()}>Pay</button>
      <button onClick={() => void elements?.update({ appearance: dark })}>Darken</button>
      <p role="status">{said}</p>
    </main>
  )
}

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <Elements
      stripe={loadStripe('pk_test_of_the_tests')}
      options={{
        mode: 'payment',
        amount: AMOUNT,
        currency: 'gbp',
        ...(asked.has('dark') && { appearance: dark }),
      }}
    >
      <Checkout />
    </Elements>,
  )
}
