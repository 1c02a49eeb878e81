import * as v from 'valibot'
import { PasswordSchema } from '#contract/auth/session.ts'
import { defineEndpoint, roles } from '#contract/base/endpoint.ts'
import { EmailSchema, LineSchema } from '#contract/base/text.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())

export const PASSKEY_NAME_MAX = 60
export const RECOVERY_CODES = 10
/** Characters of Crockford's base 32: 120 bits, so that a plain hash protects it. */
export const RECOVERY_CODE_LENGTH = 24

/** Binary data of WebAuthn, in base64url. */
const BinarySchema = (max: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(max))

/** An id of WebAuthn has at most 1,023 bytes. */
const CredentialIdSchema = v.pipe(BinarySchema(1400), v.minLength(16))
const ExtensionsSchema = v.optional(v.record(v.string(), v.unknown()), {})

/** `AuthenticationResponseJSON` of WebAuthn. */
export const AssertionSchema = v.object({
  id: CredentialIdSchema,
  rawId: CredentialIdSchema,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: BinarySchema(8000),
    authenticatorData: BinarySchema(8000),
    signature: BinarySchema(2000),
    userHandle: v.optional(BinarySchema(200)),
  }),
  clientExtensionResults: ExtensionsSchema,
})

/** `RegistrationResponseJSON` of WebAuthn. */
export const AttestationSchema = v.object({
  id: CredentialIdSchema,
  rawId: CredentialIdSchema,
  type: v.literal('public-key'),
  response: v.object({ clientDataJSON: BinarySchema(8000), attestationObject: BinarySchema(16_000) }),
  clientExtensionResults: ExtensionsSchema,
})

const DescriptorsSchema = v.array(v.object({ id: v.string(), type: v.literal('public-key') }))

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const RequestOptionsSchema = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  allowCredentials: DescriptorsSchema,
  userVerification: v.literal('required'),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const CreationOptionsSchema = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  attestation: v.literal('none'),
  excludeCredentials: DescriptorsSchema,
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
})

/** Begins a sign-in by passkey. The same for everybody: the device knows whose passkeys it has. */
export const signInOptionsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/login/options',
  access: 'our-pages',
  body: v.optional(v.object({})),
  reply: RequestOptionsSchema,
})

/** 401 `wrong_credentials` for a passkey that is not known, and for one that is not accepted. */
export const signInWithPasskeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/login/passkey',
  access: 'our-pages',
  body: AssertionSchema,
  reply: v.object({ token: v.string(), email: v.string(), role: v.picklist(roles) }),
})

/** Returns what is due for `stepUpEndpoint`, or for adding a passkey, and what the browser needs for it. */
export const passkeyOptionsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/passkey-options',
  access: 'admin',
  role: 'staff',
  factor: 'password',
  body: v.object({ add: v.optional(v.boolean(), false) }),
  reply: v.variant('due', [
    v.object({ due: v.literal('password') }),
    v.object({ due: v.literal('passkey'), options: RequestOptionsSchema }),
    v.object({ due: v.literal('new-passkey'), options: CreationOptionsSchema }),
  ]),
})

export const StepUpSchema = v.object({ password: PasswordSchema })

const CODE_SENTENCE = 'Please enter one of your recovery codes, of 24 letters and digits'

/** Understands small letters, spaces, hyphens, and O, I and L. */
export const RecoveryCodeSchema = v.object({
  recoveryCode: v.pipe(
    v.optional(v.string(CODE_SENTENCE), ''),
    v.transform((code) =>
      code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'),
    ),
    v.regex(/^[0-9A-HJKMNP-TV-Z]{24}$/, CODE_SENTENCE),
  ),
})

/**
 * Proves once more who uses the session: by a passkey or a recovery code, by the password only for somebody who has no
 * passkey. A session that owed the passkey then opens everything. 401 `wrong_credentials` beside the field.
 */
export const stepUpEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/step-up',
  access: 'admin',
  role: 'staff',
  factor: 'password',
  body: v.variant('by', [
    v.object({ by: v.literal('password'), ...StepUpSchema.entries }),
    v.object({ by: v.literal('passkey'), assertion: AssertionSchema }),
    v.object({ by: v.literal('recovery-code'), ...RecoveryCodeSchema.entries }),
  ]),
  reply: v.object({ proved: v.literal(true) }),
})

const PasskeySchema = v.object({
  /** The id of the credential. */
  id: v.string(),
  name: v.string(),
  /** Whether it is on the person's other devices, too. */
  isSynced: v.boolean(),
  since: TimeSchema,
  lastUsed: TimeSchema,
})

export type Passkey = v.InferOutput<typeof PasskeySchema>

/** How one signs in. */
export const SecuritySchema = v.object({
  passkeys: v.array(PasskeySchema),
  recoveryCodesLeft: v.number(),
  /** Whether nobody may sign in without a passkey. */
  areRequired: v.boolean(),
  /** Of owners: whose passkeys end, and when, because somebody typed the recovery code of Netlify. */
  recovery: v.nullable(v.object({ name: v.string(), at: TimeSchema })),
})

export type Security = v.InferOutput<typeof SecuritySchema>

/** Lists one's own passkeys. */
export const passkeysEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/passkeys',
  access: 'admin',
  role: 'staff',
  body: v.undefined(),
  reply: SecuritySchema,
})

export const PasskeyNameSchema = v.object({
  name: LineSchema({ min: 1, max: PASSKEY_NAME_MAX, tooShort: 'Please enter a name' }),
})

const NewCodesSchema = v.object({
  /** Shown once. Empty if there were some already. */
  recoveryCodes: v.array(v.string()),
})

/** Adds a passkey; the first one brings recovery codes. Who owes a first passkey may do it with the password alone. */
export const addPasskeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/new-passkey',
  access: 'admin',
  role: 'staff',
  factor: 'password',
  body: v.object({ ...PasskeyNameSchema.entries, attestation: AttestationSchema }),
  reply: NewCodesSchema,
})

const PasskeyParamsSchema = v.object({ id: CredentialIdSchema })

export const renamePasskeyEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/passkeys/:id',
  access: 'admin',
  role: 'staff',
  stepUp: true,
  params: PasskeyParamsSchema,
  body: PasskeyNameSchema,
  reply: SecuritySchema,
})

/** Safe to repeat. 409 `not_active` for the last one while everybody needs one. With the last one the recovery codes end. */
export const removePasskeyEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/passkeys/:id',
  access: 'admin',
  role: 'staff',
  stepUp: true,
  params: PasskeyParamsSchema,
  body: v.optional(v.object({})),
  reply: SecuritySchema,
})

/** Makes ten new recovery codes; the former ones end. 409 `not_active` for somebody without a passkey. */
export const newRecoveryCodesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/recovery-codes',
  access: 'admin',
  role: 'staff',
  stepUp: true,
  body: v.optional(v.object({})),
  reply: NewCodesSchema,
})

/** Whether everybody needs a passkey. 409 `not_active` for an owner who has none. */
export const requirePasskeysEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/passkeys/required',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  body: v.object({ areRequired: v.boolean() }),
  reply: SecuritySchema,
})

/**
 * For an owner alone, without passkey and recovery codes: with the recovery code of Netlify. The first call is emailed to
 * every owner; one after `RECOVERY_HOURS` ends the passkeys, so that the password is enough. 401 `wrong_credentials` for a
 * wrong code, one that was used or stopped; 503 `unavailable` without RECOVERY_CODE.
 */
export const recoverEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/recovery',
  access: 'our-pages',
  body: v.object({
    recoveryCode: v.pipe(
      v.optional(v.string('Please enter the recovery code'), ''),
      v.trim(),
      v.minLength(1, 'Please enter the recovery code'),
      v.maxLength(200, 'This is too long for a recovery code. Please check it'),
    ),
    email: EmailSchema(),
  }),
  reply: v.object({
    /** When the code works; null if the passkeys have ended. */
    worksFrom: v.nullable(TimeSchema),
  }),
})

/** Stops a recovery that waits. Its code never works again. Safe to repeat. */
export const stopRecoveryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/stop-recovery',
  access: 'admin',
  role: 'owner',
  body: v.optional(v.object({})),
  reply: SecuritySchema,
})
