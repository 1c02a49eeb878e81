import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { Notice } from '#islands/checkout/Notice.tsx'

const DECLINED =
  'This payment was closed after five declined attempts. You have not been charged. Start again or call us.'

it('a notice has the telephone number if it asks the buyer to ring, and only then', () => {
  const notice = (text: string) => renderToStaticMarkup(createElement(Notice, { text }))
  expect(notice(DECLINED)).toContain(clinic.phone.display)
  expect(notice('This payment was cancelled. You have not been charged.')).not.toContain(clinic.phone.display)
})
