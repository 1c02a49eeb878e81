// The privacy policy. What is kept, and how long, is in src/clinic/kept-data.ts, because the website does it.

import { clinic } from '#clinic/current-clinic.ts'
import { KEPT_DATA } from '#clinic/kept-data.ts'
import type { LegalText } from '#clinic/schema.ts'
import { hasStreetMap } from '#clinic/shown-parts.ts'
import { whoWeAre } from '#clinic/who-we-are.ts'

const { email, name, phone } = clinic

export const privacyPolicy: LegalText = {
  title: 'Privacy Policy',
  description: `What ${name} knows about you, why and for how long, who else sees it, and what you can ask us to do.`,
  chapters: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        whoWeAre,
        'We decide what happens with the data described here, which makes us the controller under the UK GDPR and the Data Protection Act 2018. We ask for as little as we can, never sell your data, and send no advertising unless you have asked for it.',
      ],
    },
    {
      id: 'what-we-keep',
      title: 'What we keep, why and for how long',
      blocks: [
        'Most of this website can be read without telling us anything. When you do tell us something, this is what we do with it.',
        {
          caption: 'What we keep, why and for how long',
          head: ['What', 'Why, and on what legal basis', 'How long'],
          rows: Object.values(KEPT_DATA).map(({ what, why, howLong }) => [what, why, howLong]),
        },
        'We need the names and email addresses for vouchers and orders, because we cannot deliver them otherwise. You can leave out anything marked “(optional)”. We make no automated decisions about you.',
      ],
    },
    {
      id: 'health',
      title: 'About your health',
      blocks: [
        'The law protects data about health more strictly. Please do not enter any in the forms on this website, and ring us instead. If you do write some, we use it only to answer you, with your consent, and erase it if you ask.',
        'What you tell us in the clinic, and the notes of your treatment, are not kept on this website. At your first visit we tell you how those notes are kept, for how long and why, and ask for your consent.',
      ],
    },
    {
      id: 'who-else',
      title: 'Who else sees it',
      blocks: [
        'We work with a few companies that handle data for us, under contracts that bind them to do only what we say:',
        {
          list: [
            'Netlify delivers the website and runs its forms. It sees your IP address, as any host does.',
            'Neon holds the database.',
            'Postmark sends our emails. It tells us whether your email provider accepted an email or sent it back, and whether you marked it as spam. It does not tell us whether you open an email or press a link in it, because our emails contain nothing that would show that.',
            'Stripe takes card payments. It gets your name, your email address, the amount and your card details, which we never see. If we deliver an order to you, it also gets the delivery address and, if you give one, your phone number. When it prevents fraud and follows the law on payments, Stripe is a controller in its own right. See [Stripe’s privacy policy](https://stripe.com/gb/privacy).',
            'If you choose to pay later, the pay-later provider gets what it needs to decide and to collect the money.',
          ],
        },
        'Some of them also work in the United States or elsewhere outside the UK. Your data is then protected by the UK’s adequacy regulations (the UK–US data bridge) or by contract clauses that the Information Commissioner has approved.',
        `${hasStreetMap ? 'OpenStreetMap and our booking provider, where we work with one, learn your IP address only after you press “Show map” or a booking button' : 'Our booking provider, where we work with one, learns your IP address only after you press a booking button'}. Otherwise we pass data on only where the law requires it, such as to the tax office, or to your insurer with your consent.`,
        'Anyone who has the code of a voucher can see on this website what is left on it and until when it is valid. On which days how much of it was used is shown only by the link in our emails to the person who has the voucher. Whoever bought it learns how much could be paid back while it can be cancelled, and later only whether some of it was used. The page of the code shows no name, no address, no message and no treatment. The code in a link to your voucher is not part of any address that we receive. Your browser sends it only to look up the voucher.',
      ],
    },
    {
      id: 'in-your-browser',
      title: 'In your browser',
      blocks: [
        'This website itself sets no cookies for visitors. Stripe sets some when you open the payment step. An unfinished purchase, of a voucher or of a product, is kept in your tab until you finish or cancel it, or close the tab.',
        'Remember-me cookies last one year. They are only for the clinic’s staff, so that their email address is filled in when they sign in. Our [Cookie Policy](/cookie-policy) lists everything.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        'You can ask us at any time, free of charge, to',
        {
          list: [
            'tell you what we have about you, and give you a copy',
            'correct what is wrong',
            'erase it, unless the law requires us to keep it. We then erase whatever the law does not require us to keep',
            'stop using it, or use it only in part',
            'hand it over in a form that a computer can read',
            'stop using it where we rely on legitimate interests, because you may object to that',
          ],
        },
        'Where we rely on your consent, you may withdraw it at any time. What we did before then stays lawful.',
        `Write to ${email} or ring ${phone.display}. We answer within one month, and may ask for something that shows that it is you.`,
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints',
      blocks: [
        'If you think we have handled your data wrongly, please tell us so that we can put it right. We will confirm within 30 days that we have your complaint, and tell you the outcome. You may also complain at any time to the Information Commissioner’s Office: [ico.org.uk/make-a-complaint](https://ico.org.uk/make-a-complaint/), telephone 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF.',
      ],
    },
    {
      id: 'safety-and-changes',
      title: 'Safety, children and changes',
      blocks: [
        'Everything sent between your browser and us is encrypted. Only the clinic’s staff can sign in to see your data, and each change they make is recorded.',
        'The shop and the vouchers are meant for adults. If a child has sent us data, please tell us and we will erase it.',
        'When this page changes, so does the date at the top.',
      ],
    },
  ],
}
