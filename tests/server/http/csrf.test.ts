import { expect, it } from 'vitest'
import { requireSameOrigin } from '#server/http/csrf.ts'

const check = (url: string, origin: string) => () =>
  requireSameOrigin(new Request(url, { method: 'POST', headers: { origin } }))

it.each([
  ['https://clinic.example/api/admin/login', 'https://clinic.example'],
  // The connection from the host's edge to the function may be http.
  ['http://clinic.example/api/admin/login', 'https://clinic.example'],
  ['http://localhost:4321/api/admin/login', 'http://localhost:4321'],
])('requireSameOrigin accepts a request to %s from %s', (url, origin) => {
  expect(check(url, origin)).not.toThrow()
})

// ASVS 3.5.1
it.each([
  ['https://clinic.example/api/admin/login', 'http://clinic.example'],
  ['http://clinic.example/api/admin/login', 'http://clinic.example'],
  ['https://clinic.example/api/admin/login', 'https://clinic.example:8443'],
  ['https://clinic.example/api/admin/login', 'https://shop.clinic.example'],
  ['http://localhost:4321/api/admin/login', 'https://localhost:4321'],
  ['http://localhost:4321/api/admin/login', 'http://localhost:4322'],
  ['https://clinic.example/api/admin/login', 'null'],
])('requireSameOrigin refuses a request to %s from %s', (url, origin) => {
  expect(check(url, origin)).toThrow('This was not sent from our website.')
})
