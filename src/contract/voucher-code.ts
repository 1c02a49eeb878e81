/** A generated code as people read it: XXXX-XXXX-XXXX-XXXX. */
export function formatVoucherCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}
