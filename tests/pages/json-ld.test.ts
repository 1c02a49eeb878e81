import { expect, test, vi } from 'vitest'
import { asScript, clinicData } from '#components/seo/json-ld.ts'

vi.mock('#clinic/published.ts', () => ({
  published: {
    clinic: {
      closures: [
        { from: '2026-12-24', to: '2026-12-24', open: { from: '09:00', to: '13:00' }, reason: '' },
        { from: '2026-12-25', to: '2027-01-02', open: null, reason: 'Christmas' },
      ],
      notice: null,
      position: null,
      social: [
        { name: 'Instagram', url: 'https://instagram.example/clinic' },
        { name: 'More soon', url: '' },
      ],
    },
    therapies: {},
  },
}))

// ASVS 1.2.3
test('content cannot end the script element of the structured data', () => {
  const data = { '@type': 'Service', name: '</script><script>alert(1)</script><!--' }
  const json = asScript([data])
  expect(json).not.toContain('<')
  expect((JSON.parse(json) as { '@graph': unknown[] })['@graph']).toEqual([data])
})

test('the structured data has closures, profiles, and no place that is not known', () => {
  const data = clinicData(new URL('https://clinic.example'))
  expect(data['specialOpeningHoursSpecification']).toEqual([
    {
      '@type': 'OpeningHoursSpecification',
      validFrom: '2026-12-24',
      validThrough: '2026-12-24',
      opens: '09:00',
      closes: '13:00',
    },
    {
      '@type': 'OpeningHoursSpecification',
      validFrom: '2026-12-25',
      validThrough: '2027-01-02',
      opens: '00:00',
      closes: '00:00',
    },
  ])
  expect(data['sameAs']).toEqual(['https://instagram.example/clinic'])
  expect(Object.keys(data).filter((name) => ['geo', 'hasMap'].includes(name))).toEqual([])
})
