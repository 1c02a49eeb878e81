// Not in session.ts and welcome.ts: every function imports these, and would bundle the sign-in schemas, too.

/** A session ends after this time without a request. */
export const SESSION_IDLE_MINUTES = 60

/** How long a proof of the password counts for what asks again. */
export const STEP_UP_MINUTES = 5

/** How long an invitation works. */
export const INVITATION_HOURS = 48

/** How long a reset link works. */
export const RESET_MINUTES = 30

export const SETUP_CODE_MIN = 15
