import type { BodyInput, Endpoint, Reply } from '#contract/endpoint'
import type { VoucherDetail } from '#contract/admin-vouchers'
import { ApiError, isUndecided } from '../../../lib/api.ts'
import { showToast } from '../../../ui/toast.ts'
import { type Failure, failureOf } from '../shared/error-message.ts'
import { ask } from '../admin-api.ts'
import { refreshAll, takeIn } from './voucher-detail.store.ts'

/** The toasts of a change. */
interface Said {
  done: string
  failed: string
}

/** Whoever reads that it failed takes the money another way, and it may be off the voucher as well. */
const UNDECIDED = 'We cannot tell whether this was done.'

type Changed<E extends Endpoint> = { reply: Reply<E>; failure?: never } | { failure: Failure; reply?: never }

/** Changes a voucher, shows what became of it and says so. */
export async function change<E extends Endpoint>(
  endpoint: E,
  id: string,
  body: BodyInput<E>,
  said: Said,
): Promise<Changed<E>> {
  try {
    const reply = await ask(endpoint, body, { params: { id } })
    takeIn(reply as VoucherDetail)
    showToast({ title: 'Success', description: said.done })
    return { reply }
  } catch (error) {
    const undecided = isUndecided(error)
    showToast({ title: 'Error', description: undecided ? UNDECIDED : said.failed, variant: 'destructive' })
    // It is no longer as it is shown: somebody else has changed it.
    if (error instanceof ApiError && error.status === 409) void refreshAll()
    if (undecided) return { failure: { sentence: `${UNDECIDED} Please try again.`, fields: {} } }
    return { failure: failureOf(error, `${said.failed}. Please try again.`) }
  }
}
