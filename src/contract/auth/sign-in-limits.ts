// Not in session.ts and welcome.ts: every function imports these, and would bundle the sign-in schemas, too.

/** A session ends after this time without a request. */
export const SESSION_IDLE_MINUTES = 60

/** How long a proof of who one is counts for what asks again. */
export const STEP_UP_MINUTES = 5

/** How long an invitation works. */
export const INVITATION_HOURS = 48

/** How long a reset link works. */
export const RESET_MINUTES = 30

/** How long a password without the passkey that is due opens its few things. */
export const OWING_MINUTES = 10

/** How long the owners have to stop a recovery by the code of Netlify. */
export const RECOVERY_HOURS = 24

export const SETUP_CODE_MIN = 15
