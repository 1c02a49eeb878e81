// The texts of the shop page, except the products, which are in the portal.

export const shop = {
  title: 'What we use in the gym.',
  intro: 'Bands, balls and rollers. Collect them from the clinic, or have them delivered in Bristol.',
  byPhone: {
    title: 'Order by phone',
    text: 'Please ring us, and we will put it aside for you.',
  },
  counter: {
    title: 'At the clinic',
    text: 'You can try everything in our gym before you buy it.',
  },
}
