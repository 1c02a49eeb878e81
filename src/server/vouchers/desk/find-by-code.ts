import { sql } from 'kysely'
import { isGeneratedCode } from '#contract/vouchers/voucher-code.ts'
import type { Services } from '#server/clients/services.ts'
import { longDay } from '#server/dates.ts'
import { DomainError } from '#server/domain-error.ts'
import { readDetail, selectDetailOf } from '#server/vouchers/desk/voucher-detail.ts'
import type { DetailWithActors } from '#server/vouchers/desk/voucher-rows.ts'
import { asCompared } from '#server/vouchers/rules/voucher-facts.ts'

/** Finds a voucher by its code, or says when the code was replaced. */
export async function findByCode(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  code: string,
): Promise<DetailWithActors> {
  const id = sql<string>`(select id from gift_voucher where ${asCompared(sql`code`)} = ${asCompared(code)})`
  const rows = await db.batch({
    ...selectDetailOf(id, clock.now()),
    retired: sql<{ retiredAt: Date }>`
      select retired_at from retired_code where code = ${asCompared(code)}`,
  })
  if (rows.voucher.length > 0) return readDetail(rows)
  if (rows.retired[0]) throw replacedError(rows.retired[0].retiredAt)
  const sentence = isMistyped(code)
    ? 'There may be a typing mistake in this code. Please check each letter and digit'
    : 'There is no voucher with this code'
  throw new DomainError('not_found', `${sentence}.`, { fields: { code: sentence } })
}

function replacedError(retiredAt: Date): DomainError {
  const sentence = `This code was replaced on ${longDay(retiredAt)} and cannot be used. The voucher has a new one`
  return new DomainError('not_found', `${sentence}.`, { fields: { code: sentence } })
}

/** Returns whether a code has the length of a generated one but a wrong check character. */
const isMistyped = (code: string) => code.length === 16 && !isGeneratedCode(code)
