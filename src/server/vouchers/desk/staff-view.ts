import { londonDay } from '#contract/base/send-date.ts'
import { CODE_SHOWN_MINUTES } from '#contract/vouchers/admin-vouchers.ts'
import { ownersOnly, type Viewer } from '#server/auth/rules/owners-only.ts'
import { requireFresh, type Proved } from '#server/auth/rules/recent-proof.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { countRequest, requireWithinLimit } from '#server/db/rate-limit.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import type { DetailWithActors } from '#server/vouchers/desk/voucher-rows.ts'

/** Returns a voucher as somebody sees it: staff the whole code only of their own sale, and Undo only for their own work. */
export function seenBy<Detail extends DetailWithActors>(viewer: Viewer, detail: Detail, now: Date): Detail {
  if (viewer.role === 'owner') return detail
  const sale = detail.entries.find(({ kind }) => kind === 'issue')
  const isShown =
    !detail.voucher.isReissued &&
    sale?.actor === viewer.id &&
    now.getTime() - Date.parse(sale.timestamp) <= CODE_SHOWN_MINUTES * 60_000
  return {
    ...detail,
    voucher: isShown ? detail.voucher : withCodeEnd(detail.voucher),
    entries: detail.entries.map((entry) => ({
      ...omitNotes(entry),
      canUndo:
        entry.canUndo && isOwnWorkOfDay(viewer, { ...entry, createdAt: new Date(entry.timestamp) }, now),
    })),
  }
}

function omitNotes<Entry extends { adminNotes?: string | undefined }>(entry: Entry): Entry {
  const shown = { ...entry }
  delete shown.adminNotes
  return shown
}

/** A voucher of which only the end of the code is shown. */
export const withCodeEnd = <Voucher extends { codeEnd: string; voucherCode: string }>(
  voucher: Voucher,
): Voucher => ({ ...voucher, voucherCode: `…${voucher.codeEnd}` })

/** Throws `too_many_requests` if one of the staff looks up more codes than an honest day has. */
export async function requireFind(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<void> {
  if (viewer.role === 'owner') return
  const now = clock.now()
  const [result] = await db.run(countRequest({ ...RATE_LIMITS.findVoucher, key: viewer.id }, now))
  requireWithinLimit(result, now)
}

/**
 * Throws `forbidden` unless somebody is an owner, or redeemed what an entry says themselves, on this day; and
 * `step_up_required` for an owner who undoes an older one, unless they have just shown that it is them.
 */
export async function requireUndo(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer & Proved,
  entryId: string,
): Promise<void> {
  const now = clock.now()
  const [entry] = await db.run(
    query.selectFrom('voucherEntry').select(['kind', 'actor', 'createdAt']).where('id', '=', entryId),
  )
  if (!entry) return
  if (viewer.role === 'staff' && !isOwnWorkOfDay(viewer, entry, now))
    throw await ownersOnly(db, 'You can undo only what you redeemed yourself, on the same day')
  if (londonDay(entry.createdAt) !== londonDay(now)) requireFresh(viewer, now)
}

const isOwnWorkOfDay = (
  viewer: Viewer,
  { kind, actor, createdAt }: { kind: string; actor: string; createdAt: Date },
  now: Date,
) => kind === 'redeem' && actor === viewer.id && londonDay(createdAt) === londonDay(now)
