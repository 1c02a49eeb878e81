import { style, type Look } from '#local/stripe/browser/appearance.ts'
import { labelledInput } from '#local/stripe/browser/labelled-input.ts'

export interface DebitPanel {
  root: HTMLElement
  data: () => { sort_code: string; account_number: string }
}

/** The two inputs of a bank debit, prefilled with the test account that succeeds. */
export function debitPanel(page: Document, look: Look): DebitPanel {
  const sortCode = labelledInput(page, look, 'debit-sort-code', 'Sort code')
  const account = labelledInput(page, look, 'debit-account', 'Account number')
  sortCode.input.value = '10-88-00'
  account.input.value = '00012345'
  const root = page.createElement('div')
  style(root, { display: 'grid', gap: `calc(${look.unit} * 3)` })
  root.append(sortCode.root, account.root)
  return {
    root,
    data: () => ({
      sort_code: sortCode.input.value.replaceAll('-', ''),
      account_number: account.input.value,
    }),
  }
}
