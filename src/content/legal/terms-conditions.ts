// The terms & conditions.

import { cancellationForm, howToCancel, rightToCancel } from '#clinic/cancelling.ts'
import { clinic } from '#clinic/current-clinic.ts'
import { lateCancellation } from '#clinic/late-cancellation.ts'
import type { LegalText } from '#clinic/schema.ts'
import { whoWeAre } from '#clinic/who-we-are.ts'
import { practitioners } from '#content/practitioners.ts'

const { cancellation, name, vouchers } = clinic
const notDoctors = practitioners.map(({ notADoctor }) => (notADoctor ? `${notADoctor.claim} ` : '')).join('')
const RIGHTS = 'This does not affect your statutory rights.'

export const termsConditions: LegalText = {
  title: 'Terms & Conditions',
  description: `What applies when you book a treatment, buy a gift voucher or order a product from ${name}.`,
  chapters: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        whoWeAre,
        'These terms apply when you book a treatment, buy a gift voucher or order a product from us. Please read them before you do. Nothing in them takes away a right that the law gives you as a consumer. Where the law gives you more than we do, we say so next to the rule.',
      ],
    },
    {
      id: 'bookings-and-cancellations',
      title: 'Bookings and cancellations',
      blocks: [
        'You can book by telephone, ask for an appointment on this website or, where we offer it, book online. The booking is made when we confirm the time.',
        `Please give at least ${cancellation.noticeHours} hours’ notice if you need to cancel or move an appointment. ${lateCancellation.fee}`,
        'If you are late, we may have to shorten the treatment. If we have to cancel, you can choose another time or a refund.',
        {
          law: lateCancellation.law,
        },
      ],
    },
    {
      id: 'treatments',
      title: 'Treatments',
      blocks: [
        'Before we begin, please tell us about any illness, pregnancy, implant or medicine. We may decline or stop a treatment if we think it is not right for you, and you may stop it at any time. You then pay only for what was done.',
        `${notDoctors}Our treatments work alongside the care your GP gives you, and do not replace it. Results differ from person to person, and we cannot promise any particular one.`,
        {
          law: `Under the Consumer Rights Act 2015 a service must be carried out with reasonable care and skill. If it is not, you may ask us to do it again or to lower the price. ${RIGHTS}`,
        },
      ],
    },
    {
      id: 'gift-vouchers',
      title: 'Gift vouchers',
      blocks: [
        {
          list: [
            `A voucher is valid for ${vouchers.validMonths} months from purchase, to the end of the last day, and usable for any treatment.`,
            'You do not have to use it all at once. What is left stays on the voucher until it expires.',
            'We do not exchange a voucher for cash, except as this page says, and we do not replace it after it has expired.',
            'If the price of a treatment is higher than the balance, you pay the difference.',
            'We email the code to you and, unless you choose to print the voucher, to the person you give it to. Anyone who has the code can spend the voucher, so please keep it safe.',
            'If the email is lost, you can have it sent again on our page [Your voucher](/voucher), or ring or write to us.',
          ],
        },
        {
          law: rightToCancel.voucher.join(' '),
        },
      ],
    },
    {
      id: 'products-and-returns',
      title: 'Products, returns and refunds',
      blocks: [
        'Your order is accepted when we confirm it by email. If we cannot supply something you have paid for, we refund you in full.',
        {
          list: [
            'Products may be returned within 14 days if they are unused and in their original packaging. The buyer pays for return shipping.',
            'Faulty or misdescribed goods should be reported within 14 days.',
          ],
        },
        {
          law: ['The law gives you more than that.', ...rightToCancel.goods].join(' '),
        },
        {
          law: `Under the Consumer Rights Act 2015 goods must be as described, fit for purpose and of satisfactory quality. You may reject faulty goods within 30 days and have your money back, and we pay for the return. Later you may ask for a repair or a replacement, and if that does not put it right, for a lower price or your money back. You keep these rights if you report a fault after 14 days. ${RIGHTS}`,
        },
      ],
    },
    {
      id: 'collection-and-delivery',
      title: 'Collection and delivery',
      blocks: [
        `We keep your order for you at the clinic, or deliver it locally in ${clinic.address.city}. We email you when it is ready to collect or on its way. Unless we have agreed something else with you, that is within 30 days. The goods are in our care until you have them in your hands.`,
      ],
    },
    {
      id: 'prices-and-payment',
      title: 'Prices and payment',
      blocks: [
        'Prices are in pounds sterling and are the full amount that you pay. Payments are taken by our card provider, Stripe, or, if you choose it, by a pay-later provider, whose terms apply to the payment alongside ours. Your card details go straight to them and never reach us.',
        'A gift voucher pays for any treatment at the clinic.',
        'A pay-later provider lends you money. Please borrow only what you can pay back, because a missed payment may mean a fee and a mark on your credit record.',
      ],
    },
    {
      id: 'how-to-cancel',
      title: 'How to cancel',
      blocks: [howToCancel, { form: [cancellationForm.title, ...cancellationForm.lines] }],
    },
    {
      id: 'liability',
      title: 'If something goes wrong',
      blocks: [
        'Please tell us first. Most things can be put right quickly.',
        'If we break these terms or do not take reasonable care, we are responsible for loss or damage that could have been foreseen. We are not responsible for what could not be foreseen, for what happens because we were not told something that we asked about, or for business losses.',
        'Nothing here limits our liability for death or personal injury caused by our negligence, for fraud, or for anything else for which the law does not allow it to be limited.',
      ],
    },
    {
      id: 'law',
      title: 'Law and courts',
      blocks: [
        'The law of England and Wales governs these terms. You may bring a claim in the courts of England and Wales; if you live in Scotland or Northern Ireland, you may use the courts there as well, and you keep the protection that the law there gives you.',
        'If part of these terms is not valid, the rest still applies. We may change them for the future, but the terms that apply to you are those on this page when you booked or ordered.',
        'Our [Privacy Policy](/privacy-policy) explains how we handle your data, and our [Cookie Policy](/cookie-policy) explains what is kept in your browser.',
      ],
    },
  ],
}
