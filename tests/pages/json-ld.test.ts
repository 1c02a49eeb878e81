import { expect, test } from 'vitest'
import { asScript } from '../../src/components/seo/json-ld.ts'

// ASVS 1.2.3
test('no words of the content end the script that holds the structured data', () => {
  const data = { '@type': 'Service', name: '</script><script>alert(1)</script><!--' }
  const json = asScript([data])
  expect(json).not.toContain('<')
  expect((JSON.parse(json) as { '@graph': unknown[] })['@graph']).toEqual([data])
})
