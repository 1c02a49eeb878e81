import { Models } from 'postmark'
import { isBounceType } from '#local/mail/bounce-types.ts'
import type { Mailbox, MailFailure } from '#local/mail/mailbox.ts'
import { PostmarkRefusal } from '#local/mail/postmark-errors.ts'

const COUNT_MAX = 500
const SEARCH_MAX = 10_000
const EASTERN_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/

/** https://postmarkapp.com/developer/api/bounce-api#bounces */
export function listBounces(mailbox: Mailbox, params: ReadonlyMap<string, string>): Models.Bounces {
  const { count, offset } = readPage(params)
  const matches = mailbox.failures().filter(filterBy(params)).toReversed()
  return { TotalCount: matches.length, Bounces: matches.slice(offset, offset + count).map(toRow) }
}

/** https://postmarkapp.com/developer/api/bounce-api#activate-bounce */
export function activateBounce(mailbox: Mailbox, id: number): Models.BounceActivationResponse {
  const bounce = mailbox.failures().find(({ ID }) => ID === id)
  if (!bounce) throw new PostmarkRefusal(1001)
  if (!bounce.CanActivate) throw new PostmarkRefusal(1003)
  mailbox.activate(bounce.Email)
  return { Message: 'OK', Bounce: toRow(bounce) }
}

function readPage(params: ReadonlyMap<string, string>): { count: number; offset: number } {
  const [count, offset] = [Number(params.get('count')), Number(params.get('offset'))]
  const isWhole = Number.isInteger(count) && Number.isInteger(offset) && params.has('count')
  if (!isWhole || count < 0 || offset < 0) throw new PostmarkRefusal(1000)
  if (count > COUNT_MAX || count + offset > SEARCH_MAX) throw new PostmarkRefusal(1000)
  return { count, offset }
}

function filterBy(params: ReadonlyMap<string, string>): (bounce: MailFailure) => boolean {
  const type = params.get('type')
  const [from = '', to = ''] = ['fromdate', 'todate'].map((name) => params.get(name))
  const isInvalid = (date: string) => date !== '' && !EASTERN_DATE.test(date)
  if ((type !== undefined && !isBounceType(type)) || isInvalid(from) || isInvalid(to)) {
    throw new PostmarkRefusal(1000)
  }
  const inactive = params.get('inactive')
  const email = params.get('emailfilter')?.toLowerCase() ?? ''
  const [message, stream] = [params.get('messageid'), params.get('messagestream') ?? 'outbound']
  return (bounce) => {
    const at = formatEastern(bounce.BouncedAt)
    return (
      (type === undefined || bounce.Type === type) &&
      (inactive === undefined || String(bounce.Inactive) === inactive) &&
      (message === undefined || bounce.MessageID === message) &&
      bounce.Email.toLowerCase().includes(email) &&
      bounce.MessageStream === stream &&
      // Both limits are inclusive and in Eastern time, to the day or to the second.
      at.slice(0, from.length) >= from &&
      at.slice(0, to.length) <= to
    )
  }
}

/** Rows have no metadata, and complaints are among them. */
function toRow(failure: MailFailure): Models.Bounce {
  const { Metadata: _, ...row } = failure
  return {
    ...row,
    RecordType: 'Bounce',
    TypeCode: Models.BounceTypeCode[failure.Type as keyof typeof Models.BounceTypeCode],
    BouncedAt: formatEastern(failure.BouncedAt),
  }
}

const EASTERN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const EASTERN_OFFSET = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  timeZoneName: 'longOffset',
})

/** Returns a time such as `2027-01-15T16:09:19.6420000-05:00`. */
function formatEastern(utc: string): string {
  const time = new Date(utc)
  const zone = EASTERN_OFFSET.formatToParts(time).find(({ type }) => type === 'timeZoneName')
  const fraction = /\.\d+/.exec(utc)?.[0] ?? ''
  return `${EASTERN.format(time).replace(' ', 'T')}${fraction}${zone?.value.replace('GMT', '') ?? ''}`
}
