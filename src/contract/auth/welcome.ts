import * as v from 'valibot'
import { NewPasswordSchema } from '#contract/auth/session.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { EmailSchema } from '#contract/base/text.ts'

/**
 * Makes the first owner. 401 `wrong_credentials` for a wrong code, 404 `not_found` once there has been an owner, 503
 * `unavailable` without SETUP_CODE, 429 after five tries in an hour.
 */
export const welcomeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/welcome',
  access: 'our-pages',
  body: v.object({
    setupCode: v.pipe(
      v.optional(v.string('Please enter the setup code'), ''),
      v.trim(),
      v.minLength(1, 'Please enter the setup code'),
      v.maxLength(200, 'This is too long for a setup code. Please check it'),
    ),
    email: EmailSchema(),
    password: NewPasswordSchema,
  }),
  reply: v.object({ created: v.literal(true) }),
})
