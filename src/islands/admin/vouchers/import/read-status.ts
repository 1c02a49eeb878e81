import { normalizeToken } from '#contract/base/text.ts'
import { isNoDay, readDay } from '#contract/vouchers/read-day.ts'
import { plainHeading } from '#islands/admin/vouchers/import/plain-heading.ts'

/** Whether a voucher is active in the other system; `unclear` if its status is a word that we do not know. */
export type ImportStatus = 'active' | 'inactive' | 'unclear'

const whole = (...alternatives: string[]) => new RegExp(`^(?:${alternatives.join('|')})$`)

const YES = whole('y|yes|true|t|1|on')
const NO = whole('n|no|false|f|0|off')
/** A tick or a cross in a column of its own. */
const MARK = whole('[x✓✔☑✗✘]')

const OVER = String.raw`cancell?ed|cancell?ation|disabled|deactivated|inactive|void|voided|invalid|invalidated|refunded|refunding|disputed|redeemed|used|spent|claimed|expired|lapsed|frozen|blocked|locked|suspended|revoked|closed|stopped|deleted|removed|archived|terminated|withdrawn|lost|stolen|destroyed|replaced|reissued|superseded|transferred|exhausted|depleted|empty|finished|ended|returned|reversed|rejected|declined|unpaid|unusable|unavailable|unsold|dead|dormant|retired|annulled|forfeited|fraud|fraudulent|chargeback|charged back|written off`

/** Only what is understood as a whole is taken for live money. */
const ACTIVE = whole(
  'active|activated|live|valid|open|enabled|usable|redeemable|issued|sold|purchased|funded|current|available|outstanding',
  'ok|okay|good|normal|in use|in circulation|still (?:active|valid|open)|ready to use',
  'un(?:used|redeemed|spent|claimed|expired)',
  `(?:not|never)(?: yet)?(?: been)? (?:${OVER})`,
  '(?:active )?(?:partially|partly|part) (?:used|redeemed|spent|claimed)',
)

/** One word is enough: "Cancelled (see note)", "Not active". */
const INACTIVE = new RegExp(
  String.raw`(?<!\p{L}|\b(?:part|partly|partially|not|never|non)(?: yet)?(?: been)? )(?:${OVER}|(?:in|non) active|not? (?:longer |yet )?(?:active|activated|valid|enabled|redeemable|usable|available|issued|sold|paid))(?!\p{L})`,
  'u',
)

/** Columns in which "yes" means that a voucher is not active, such as "Disabled", "Is voided?" and "Refunded at". */
const SAYS_OVER = new RegExp(
  `^(?:is|was|been|has|hasbeen|already|fully|card|voucher|giftcard)*(?:${OVER.replaceAll(' ', '')}|notactive)(?:at|on|date)?$`,
)

/** Reads a cell of a status column with this heading. */
export function readStatus(cell: string, heading: string): ImportStatus {
  const saysOver = SAYS_OVER.test(plainHeading(heading))
  const [yes, no] = saysOver ? (['inactive', 'active'] as const) : (['active', 'inactive'] as const)
  const token = normalizeToken(cell).toLowerCase()
  const words = token.replace(/[^\p{L}\p{N}✓✔☑✗✘]+/gu, ' ').trim()
  if (YES.test(words)) return yes
  if (NO.test(words)) return no
  // Of what is over, such a column has the day; of the others, it has nothing.
  if (saysOver && (MARK.test(words) || readDay(token) !== undefined)) return 'inactive'
  if (saysOver && (words === '' || isNoDay(token) || words === 'never')) return 'active'
  if (ACTIVE.test(words)) return 'active'
  return INACTIVE.test(words) ? 'inactive' : 'unclear'
}
