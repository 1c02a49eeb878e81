import { clinic } from '#clinic/current-clinic.ts'

const { noticeHours, feePercent } = clinic.cancellation

/** What it costs to cancel an appointment late, as the terms and the email with the appointment say it. */
export const lateCancellation = {
  fee: `With less than ${noticeHours} hours’ notice, or if you do not come, we charge a fee of ${feePercent}% of the service cost.`,
  law: 'If you booked online or by telephone, under the Consumer Contracts Regulations 2013 you may cancel within 14 days of booking, without giving a reason and without the fee. If you asked us to treat you within those 14 days, you pay for what was done before you cancelled, and the right ends once the treatment has been given in full. We never charge a higher fee than the law on unfair terms allows (Consumer Rights Act 2015, Part 2). This does not affect your statutory rights.',
}
