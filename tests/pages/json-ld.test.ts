import { expect, test } from 'vitest'
import { asScript } from '#components/seo/json-ld.ts'

// ASVS 1.2.3
test('content cannot end the script element of the structured data', () => {
  const data = { '@type': 'Service', name: '</script><script>alert(1)</script><!--' }
  const json = asScript([data])
  expect(json).not.toContain('<')
  expect((JSON.parse(json) as { '@graph': unknown[] })['@graph']).toEqual([data])
})
