import * as v from 'valibot'
import { longDayAndTime } from '#server/dates.ts'
import { opening, section } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'

const Schema = v.object({
  service: v.picklist(['stripe', 'postmark', 'jobs']),
  /** Null of jobs. */
  cause: v.nullable(v.picklist(['refused', 'unreachable'])),
  since: v.string(),
  /** Null until it is over. */
  until: v.nullable(v.string()),
})

/** To the clinic and all owners: nobody can pay, or the scheduled jobs have stopped; or that this is over. */
export const outage = defineClinicEmail(Schema, ({ service, cause, since, until }) => {
  const began = longDayAndTime(new Date(since))
  const { title, happened, next } = until
    ? over(service, began, longDayAndTime(new Date(until)))
    : begun(service === 'jobs' ? 'jobs' : (cause ?? 'unreachable'), began)
  return {
    subject: trustedText(title),
    preview: trustedText(happened),
    blocks: [
      opening(trustedText(title), trustedText(happened)),
      section('What to do next', trustedText(next)),
    ],
    footnote: trustedText('Sent by your website to the clinic and to every owner, once.'),
  }
})

const TELL = 'Please pass this email on to the person who looks after the website.'

/** What has begun. Of emails that cannot be sent, only the end is told. */
function begun(what: 'jobs' | 'refused' | 'unreachable', began: string) {
  if (what === 'jobs')
    return {
      title: `The scheduled jobs have not run since ${began}`,
      happened:
        'The website looks after refunds, reminders and late payments every hour, and has not done so for two hours. People can still pay.',
      next: `${TELL} At Netlify, the log of the function “settle-payments” says why.`,
    }
  const problem = what === 'refused' ? 'Stripe refuses our key' : 'Stripe cannot be reached'
  return {
    title: `Since ${began.slice(-5)} nobody can pay: ${problem}`,
    happened: `Since ${began}, nobody can start a payment. Somebody who was paying at that moment may have been charged: then what they bought follows by email, and they need not pay again. You will get an email when it is over.`,
    next:
      what === 'refused'
        ? `${TELL} The key has been revoked or replaced at Stripe, and a valid one belongs into the website’s settings at Netlify.`
        : 'You do not need to do anything. The page status.stripe.com says what Stripe knows. Payments that were already made are not lost.',
  }
}

function over(service: 'stripe' | 'postmark' | 'jobs', began: string, ended: string) {
  const next = 'You do not need to do anything.'
  const lasted = `This lasted from ${began} until ${ended}.`
  switch (service) {
    case 'stripe':
      return {
        title: 'People can pay again',
        happened: `Stripe works again. ${lasted}`,
        next: `${next} Buyers who could not pay know nothing of it, and you may want to tell those who rang.`,
      }
    case 'postmark':
      return {
        title: 'Emails are sent again',
        happened: `No emails could be sent. ${lasted}`,
        next: `${next} The emails that were waiting are leaving now.`,
      }
    case 'jobs':
      return {
        title: 'The scheduled jobs run again',
        happened: `They had stopped. ${lasted}`,
        next: `${next} What was late is being done now.`,
      }
  }
}
