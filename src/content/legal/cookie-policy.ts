// The cookie policy.

import { clinic } from '#clinic/current-clinic.ts'
import type { LegalText } from '#clinic/schema.ts'
import { hasStreetMap } from '#clinic/shown-parts.ts'

export const cookiePolicy: LegalText = {
  title: 'Cookie Policy',
  description: `What ${clinic.name} keeps in your browser, why and for how long. We set no cookies while you look around.`,
  chapters: [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        'This website sets no cookies while you read it. It does not count visits, show advertising or follow anybody, so it does not ask you to accept anything.',
        'A few things are kept in the browser when you close a notice, when you begin to buy a gift voucher or a product, and when the clinic’s own staff use the Admin Portal. Each of them does something that you asked for, or keeps a payment or a sign-in safe. The tables below list them all.',
      ],
    },
    {
      id: 'what-is-kept',
      title: 'What is kept, and why',
      blocks: [
        'A cookie is a small piece of text that a website leaves in your browser and gets back each time you visit. Session storage and local storage are similar, but they stay in your browser and are not sent to the website.',
        {
          caption: 'While you look around',
          head: ['What', 'Why', 'How long'],
          rows: [
            [
              'Which notice at the top of the page you have closed (local storage)',
              'So that we do not show it again',
              'Until the browser’s storage is cleared',
            ],
          ],
        },
        {
          caption: 'While you buy something',
          head: ['What', 'Why', 'How long'],
          rows: [
            [
              'Your unfinished purchase (session storage): the reference of the payment, and what you chose and typed',
              'So that you do not lose it, or pay twice, if you reload the page or come back from your bank',
              'Until you finish the purchase, cancel it or close the tab. Other tabs and other websites cannot see it',
            ],
            [
              'Which product you have opened in the shop (session storage)',
              'Only if a part of the page cannot be loaded, so that the product is open again after you press Reload',
              'Until the page is loaded again',
            ],
            [
              'The link to your purchase that you have opened (session storage)',
              'So that “Your purchase” is still there after you reload the page, or after your phone has closed the tab to save memory',
              'Until you close the tab, or the link no longer opens anything. Other tabs and other websites cannot see it',
            ],
            [
              'Cookies of Stripe, our card provider',
              'To detect card fraud. They are set only when you open the payment step, and are used for nothing else',
              'Stripe decides: see [Stripe’s cookie policy](https://stripe.com/legal/cookies-policy)',
            ],
          ],
        },
        {
          caption: 'For the clinic’s staff, in the Admin Portal',
          head: ['What', 'Why', 'How long'],
          rows: [
            [
              'Session cookie, and in local storage a token, your email address, whether you are an owner, and the time you last used the portal',
              'To keep you signed in, and to sign you out after an hour without use. The cookie and the token are of no use without each other',
              'Until you sign out. We sign you out after an hour without use, or after twelve hours',
            ],
            [
              'Passkey cookie',
              'To check a passkey: it holds the random question that the passkey answers',
              'Five minutes',
            ],
            [
              'Device cookie',
              'To tell a device that has signed in before from one that is used to guess passwords',
              'One year',
            ],
            [
              'Changes to the website that you have typed and not saved (session storage)',
              'Only if a part of the portal cannot be loaded, so that they are there after you press Reload',
              'Until you open Website again, sign out or close the tab',
            ],
            [
              'Email address (local storage)',
              'To fill in the sign-in form, if “Remember me” is ticked',
              'One year',
            ],
            [
              'Search key on or off (local storage)',
              'To remember whether “/” opens the search',
              'Until the browser’s storage is cleared',
            ],
            [
              'First steps done or dismissed (local storage)',
              'So that we do not show them again',
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
        'Fonts, pictures and films come from this website itself. Nothing is loaded from anywhere else until you press something that needs it:',
        {
          list: [
            'the payment step of a purchase loads Stripe',
            ...(hasStreetMap ? ['“Show map” loads a map from OpenStreetMap'] : []),
            'a booking button may load our booking provider, where we work with one',
          ],
        },
        'The only exceptions are pictures in the shop that we show from their makers’ websites. Such a website then sees your IP address, as every website you visit does, and its own rules apply.',
      ],
    },
    {
      id: 'your-choice',
      title: 'Your choice',
      blocks: [
        'You can delete or block cookies and storage in your browser’s settings at any time. You can still read the whole website. Without Stripe’s cookies, a card payment may be refused. If that happens, please ring us.',
        'Our [Privacy Policy](/privacy-policy) explains what else happens with your data.',
      ],
    },
  ],
}
