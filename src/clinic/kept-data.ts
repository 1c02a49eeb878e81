/**
 * How long data is kept, as PostgreSQL and a reader understand it. The hourly job applies these periods
 * (`src/server/privacy/retention.ts`). They stand in functions of the database as well, so another one needs a migration.
 */
export const KEPT_FOR = {
  accounts: '6 years',
  unpaidPurchase: '30 days',
  answeredEnquiry: '12 months',
  unansweredEnquiry: '24 months',
  email: '30 days',
  address: '1 day',
  failedSignIn: '30 days',
  /** At most, by Netlify. */
  log: '7 days',
} as const

export interface KeptData {
  what: string
  /** With the legal basis. */
  why: string
  howLong: string
}

const forAccounts = `At least ${KEPT_FOR.accounts}, as the law on accounts requires. If you ask us to erase it, we keep only amounts and dates`

/** What is kept about people, why and how long: the table of the privacy policy. */
export const KEPT_DATA = {
  vouchers: {
    what: 'Gift vouchers: names and email addresses of the buyer and of the person it is for, the amount, the personal message, the day on which the voucher is emailed, what was spent and when, whether you get emails about it, when the buyer cancelled the purchase, and our notes on it',
    why: 'To make, send and honour the voucher (contract with the buyer; for the other person, our legitimate interest in delivering their gift), and to keep accounts and pay back what is cancelled (legal obligation)',
    howLong: forAccounts,
  },
  orders: {
    what: 'Orders: name, email, telephone if you give it, address, what you bought and paid and, if you cancel, when you told us, when the goods came back, and what we deducted and why',
    why: 'To supply and invoice the goods (contract), to keep accounts and to pay back what you cancel (legal obligation)',
    howLong: forAccounts,
  },
  unpaidPurchases: {
    what: 'Purchases that were started but never paid for',
    why: 'To let you finish them and to sort out a payment that went wrong (steps towards a contract)',
    howLong: `${KEPT_FOR.unpaidPurchase}. Then we erase the names and contents`,
  },
  enquiries: {
    what: 'Messages, product questions and requests for an appointment: your name, how to reach you, what you write, our notes on it, and the time of any appointment that we have confirmed',
    why: 'To answer you (legitimate interest, or steps towards a contract)',
    howLong: `${KEPT_FOR.answeredEnquiry} after we have answered you, or ${KEPT_FOR.unansweredEnquiry} after they arrived if we have not answered. If we have confirmed an appointment, until at least ${KEPT_FOR.answeredEnquiry} after it. We delete them sooner if you ask`,
  },
  emails: {
    what: 'Emails that the website sends, and what became of them: when your email provider accepted an email, why it sent one back, and whether you marked one as spam',
    why: 'To deliver codes, receipts and confirmations (contract). For holders of vouchers, also to say what was used and what is left, to remind them 30 and 7 days before the last day, and to say that the voucher has ended or is valid for longer (our legitimate interest in a voucher that is used, and in sparing them a wasted visit). For buyers, also to tell a former address that we no longer use it (our legitimate interest in noticing a change that nobody asked for). They contain no advertising. Each reminder has a link that stops the reminders. If you do not want emails about what was used, you only need to tell us',
    howLong: `The contents and the address are erased ${KEPT_FOR.email} after we sent them, or stopped trying to. We keep only which email it was and what became of it`,
  },
  addresses: {
    what: 'A keyed hash of your IP address, when you send a form, pay or look up a voucher, and of your email address, when you send a form or type it to look up a voucher. A keyed hash is a code that only somebody with our key can check against an address',
    why: 'To keep out floods of messages, guessed codes, stolen cards and reservations that nobody pays for (legitimate interest in a safe website)',
    howLong: `${KEPT_FOR.address} after the last request or declined payment. If you reserve goods and do not pay for them, ${KEPT_FOR.address} after they are released`,
  },
  failedSignIns: {
    what: 'Attempts to sign in to our admin portal: a keyed hash of the IP address and of the email address that was typed, and for a failed one the kind of browser, such as “Firefox on Windows”',
    why: 'To keep out guessed passwords (legitimate interest in a safe website)',
    howLong: `${KEPT_FOR.failedSignIn} after the attempt`,
  },
  logs: {
    what: 'The logs of our website: what failed, and that news of a payment, a refund or an email was dealt with, with the number of the payment at Stripe. They contain no names, addresses, codes or messages. For a refused request to our admin portal, the first ten characters of the keyed hash of the IP address',
    why: 'To find out what went wrong and to keep out attackers (legitimate interest in a safe website)',
    howLong: `Up to ${KEPT_FOR.log}. Then Netlify, which runs our website, deletes them`,
  },
} satisfies Record<string, KeptData>
