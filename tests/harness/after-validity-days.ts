import { clinic } from '#clinic/current-clinic.ts'

/** Days after which no voucher that is issued now is valid. */
export const AFTER_VALIDITY_DAYS = (clinic.vouchers.validMonths + 1) * 31
