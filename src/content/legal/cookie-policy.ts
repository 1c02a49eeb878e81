import { clinic } from '#content/clinic.ts'
import type { LegalText } from '#content/schema.ts'

export const cookiePolicy: LegalText = {
  title: 'Cookie Policy',
  description: `What ${clinic.name} keeps in your browser, why and for how long: no cookie at all while you only look around.`,
  chapters: [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        'This website sets no cookie while you read it. It counts no visits, shows no advertising and follows nobody. That is why it does not ask you to accept anything.',
        'A few things are kept in the browser when you begin to buy a gift voucher or a product, and for the clinic’s own staff when they sign in. All of them are needed for what you have asked for at that moment.',
      ],
    },
    {
      id: 'what-is-kept',
      title: 'What is kept, and why',
      blocks: [
        'A cookie is a small text that a website leaves in your browser and gets back with each visit. Session storage and local storage are like it, but stay in the browser and are not sent along.',
        {
          caption: 'While you buy something',
          head: ['What', 'Why', 'How long'],
          rows: [
            [
              'Your unfinished purchase (session storage): the number of the payment, and what you chose and typed',
              'So that a reload, or coming back from your bank, does not lose it or make you pay twice',
              'Until the purchase is finished, or you give it up or close the tab. Other tabs and other websites cannot see it',
            ],
            [
              'Cookies of Stripe, our card provider',
              'To recognise fraud with cards. They are set only when the payment step is opened, and used for nothing else',
              'Stripe decides: see [Stripe’s cookie policy](https://stripe.com/legal/cookies-policy)',
            ],
          ],
        },
        {
          caption: 'For the clinic’s staff, in the Admin Portal',
          head: ['What', 'Why', 'How long'],
          rows: [
            [
              'Session cookie, and a token in local storage',
              'To stay signed in. Both are needed, so that one alone opens nothing',
              'Until signing out: one hour without use, twelve hours at most',
            ],
            [
              'Device cookie',
              'To tell a device that has signed in before from a stranger who guesses passwords',
              'One year',
            ],
            [
              'Email address (local storage)',
              'To fill in the sign-in form, if “Remember me” is ticked',
              'One year',
            ],
            [
              'Search key on or off (local storage)',
              'To open the search with “/”, or not',
              'Until the browser’s storage is cleared',
            ],
            [
              'First steps done or dismissed (local storage)',
              'To not show them again',
              'Until the browser’s storage is cleared',
            ],
          ],
        },
      ],
    },
    {
      id: 'other-websites',
      title: 'Other websites',
      blocks: [
        'Fonts, pictures and film come from this website itself. Nothing is loaded from anybody else until you press something that needs it:',
        {
          list: [
            'the payment step of a purchase loads Stripe',
            '“Show map” loads a map from OpenStreetMap',
            'a booking button may load our booking provider, where we work with one',
          ],
        },
        'One thing can come from elsewhere by itself: a picture in the shop, where we show one that its maker publishes. From then on the other website sees your IP address, as every website does that you visit, and its own rules apply.',
      ],
    },
    {
      id: 'your-choice',
      title: 'Your choice',
      blocks: [
        'You can delete or block cookies and storage in your browser’s settings at any time. The whole website can still be read. Without Stripe’s cookies a payment by card may be refused; please ring us then.',
        'What else happens with your data is in our [Privacy Policy](/privacy-policy).',
      ],
    },
  ],
}
