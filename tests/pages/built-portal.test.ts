import { expect, test } from 'vitest'
import { tagsOf } from '#scripts/security-headers/html-tags.ts'
import { builtTexts } from '#tests/harness/built-files.ts'

// ASVS 6.2.6, 6.2.7
test('the login page hides the password and supports password managers', () => {
  const inputs = tagsOf(builtTexts('dist').get('admin/login.html') ?? '').filter(
    ({ name }) => name === 'input',
  )
  const passwords = inputs.map(({ attributes }) => attributes).filter((one) => one.get('type') === 'password')
  expect(passwords.map((one) => one.get('autocomplete'))).toEqual(['current-password'])
  for (const one of passwords) expect([...one.keys()].filter((name) => name.startsWith('on'))).toEqual([])
})
