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
  endedSession: '1 day',
  /** At most, by Netlify. */
  log: '7 days',
} as const

export interface KeptData {
  /** Of the database. Tests hold them against its schema and against a year of data. Pages do not show them. */
  tables: readonly string[]
  what: string
  /** With the legal basis. */
  why: string
  howLong: string
}

const forAccounts = `At least ${KEPT_FOR.accounts}, as the law on accounts requires. If you ask us to erase it, we keep only amounts and dates`

/**
 * What is kept about people, why and how long: the table of the privacy policy. A table may stand in several lines, whose
 * data is in different columns: of an unpaid purchase, what was typed goes, and the payment stays.
 */
export const KEPT_DATA = {
  vouchers: {
    tables: ['gift_voucher', 'voucher_entry', 'retired_code', 'cancellation', 'customer'],
    what: 'Gift vouchers: their codes, names and email addresses of the buyer and of the person it is for, the amount, the personal message, the day on which the voucher is emailed, what was spent and when, whether you get emails about it, when the buyer cancelled the purchase, and our notes on it',
    why: 'To make, send and honour the voucher (contract with the buyer; for the other person, our legitimate interest in delivering their gift), and to keep accounts and pay back what is cancelled (legal obligation)',
    howLong: forAccounts,
  },
  orders: {
    tables: ['orders', 'cancellation', 'customer'],
    what: 'Orders: name, email, telephone if you give it, address, what you bought and paid and, if you cancel, when you told us, when the goods came back, and what we deducted and why',
    why: 'To supply and invoice the goods (contract), to keep accounts and to pay back what you cancel (legal obligation)',
    howLong: forAccounts,
  },
  payments: {
    tables: [
      'payment',
      'stock_reservation',
      'refund',
      'dispute',
      'dispute_loss',
      'fraud_alert',
      'difference',
      'idempotent_result',
    ],
    what: 'Payments: amounts, dates, the number at Stripe, refunds, disputes, warnings of fraud, and for each purchase that was paid for, also one that we could not complete and paid back, what was typed in the form. Of each form that pays or that we use at the desk also a checksum, by which we recognise it if it is sent twice',
    why: 'To keep accounts and pay money back (legal obligation), and to take no money twice and notice fraud (our legitimate interest, and yours)',
    howLong: `At least ${KEPT_FOR.accounts}, as the law on accounts requires. If you ask us to erase it, we keep only amounts, dates, the number at Stripe and the checksum`,
  },
  unpaidPurchases: {
    tables: ['payment'],
    what: 'Purchases that were started but never paid for',
    why: 'To let you finish them and to sort out a payment that went wrong (steps towards a contract)',
    howLong: `${KEPT_FOR.unpaidPurchase}. Then we erase the names and contents, and keep the payment without them`,
  },
  enquiries: {
    tables: ['contact_message', 'product_inquiry', 'appointment', 'customer'],
    what: 'Messages, product questions and requests for an appointment: your name, how to reach you, what you write, our notes on it, and the time of any appointment that we have confirmed',
    why: 'To answer you (legitimate interest, or steps towards a contract)',
    howLong: `${KEPT_FOR.answeredEnquiry} after we have answered you, or ${KEPT_FOR.unansweredEnquiry} after they arrived if we have not answered. If we have confirmed an appointment, until at least ${KEPT_FOR.answeredEnquiry} after it. We delete them sooner if you ask`,
  },
  emails: {
    tables: ['outbox', 'email_event'],
    what: 'Emails that the website sends, and what became of them: when your email provider accepted an email, why it sent one back, and whether you marked one as spam',
    why: 'To deliver codes, receipts and confirmations (contract). For holders of vouchers, also to say what was used and what is left, to remind them 30 and 7 days before the last day, and to say that the voucher has ended or is valid for longer (our legitimate interest in a voucher that is used, and in sparing them a wasted visit). For buyers, also to tell a former address that we no longer use it (our legitimate interest in noticing a change that nobody asked for). They contain no advertising. Each reminder has a link that stops the reminders. If you do not want emails about what was used, you only need to tell us',
    howLong: `The contents and the address are erased ${KEPT_FOR.email} after we sent them, or stopped trying to. We keep only which email it was and what became of it`,
  },
  addresses: {
    tables: ['throttle', 'payment', 'stock_reservation'],
    what: 'A keyed hash of your IP address, when you send a form, pay or look up a voucher, and of your email address, when you send a form or type it to look up a voucher. A keyed hash is a code that only somebody with our key can check against an address',
    why: 'To keep out floods of messages, guessed codes, stolen cards and reservations that nobody pays for (legitimate interest in a safe website)',
    howLong: `${KEPT_FOR.address} after the last request or declined payment. If you reserve goods and do not pay for them, ${KEPT_FOR.address} after they are released`,
  },
  failedSignIns: {
    tables: ['failed_sign_in', 'sign_in_failure'],
    what: 'Attempts to sign in to our admin portal: a keyed hash of the IP address and of the email address that was typed, and for a failed one the kind of browser, such as “Firefox on Windows”',
    why: 'To keep out guessed passwords (legitimate interest in a safe website)',
    howLong: `${KEPT_FOR.failedSignIn} after the attempt`,
  },
  staff: {
    tables: ['admin_user', 'passkey', 'activity', 'stock_movement', 'voucher_import', 'website_version'],
    what: 'People who work for us: name, email address, role, a hash of the password, passkeys, and what each of them did in our admin portal and when. It is recorded with the numbers of vouchers, orders, customers and requests, not with names',
    why: 'To let only them in, and to show who did what with money and data (our legitimate interest, and legal obligation for the accounts)',
    howLong: `The address, the password and the passkeys until they leave. The name and what they did at least ${KEPT_FOR.accounts}, with the accounts`,
  },
  sessions: {
    tables: ['admin_session', 'admin_device', 'password_reset'],
    what: 'Sign-ins of people who work for us: times, the kind of browser, devices that have signed in before, and links for a new password. Of each secret only a hash',
    why: 'To keep them signed in and strangers out (our legitimate interest in a safe website)',
    howLong: `${KEPT_FOR.endedSession} after the sign-in, the device’s cookie or the link has ended`,
  },
  logs: {
    tables: [],
    what: 'The logs of our website: what failed, and that news of a payment, a refund or an email was dealt with, with the number of the payment at Stripe. They contain no names, addresses, codes or messages. For a refused request to our admin portal, the first ten characters of the keyed hash of the IP address',
    why: 'To find out what went wrong and to keep out attackers (legitimate interest in a safe website)',
    howLong: `Up to ${KEPT_FOR.log}. Then Netlify, which runs our website, deletes them`,
  },
} satisfies Record<string, KeptData>
