import type { BodyInput, Endpoint, Reply } from '#contract/endpoint'
import type { VoucherDetail } from '#contract/admin-vouchers'
import { ApiError, isUndecided } from '../../../lib/api.ts'
import { showToast } from '../../../ui/toast.ts'
import { type Failure, toFailure } from '../shared/error-message.ts'
import { adminCall } from '../admin-api.ts'
import { refreshAll, setDetail } from './voucher-detail.store.ts'

/** The toasts of a change. */
interface ChangeMessages {
  done: string
  failed: string
}

/** Whoever reads that it failed takes the money another way, and it may be off the voucher as well. */
const UNDECIDED = 'We cannot tell whether this was done.'

type ChangeResult<E extends Endpoint> =
  { reply: Reply<E>; failure?: never } | { failure: Failure; reply?: never }

/** Changes a voucher, shows what became of it and says so. */
export async function changeVoucher<E extends Endpoint>(
  endpoint: E,
  id: string,
  body: BodyInput<E>,
  messages: ChangeMessages,
): Promise<ChangeResult<E>> {
  try {
    const reply = await adminCall(endpoint, body, { params: { id } })
    setDetail(reply as VoucherDetail)
    showToast({ title: 'Success', description: messages.done })
    return { reply }
  } catch (error) {
    const undecided = isUndecided(error)
    showToast({
      title: 'Error',
      description: undecided ? UNDECIDED : messages.failed,
      variant: 'destructive',
    })
    // It is no longer as it is shown: somebody else has changed it.
    if (error instanceof ApiError && error.status === 409) void refreshAll()
    if (undecided) return { failure: { message: `${UNDECIDED} Please try again.`, fields: {} } }
    return { failure: toFailure(error, `${messages.failed}. Please try again.`) }
  }
}
