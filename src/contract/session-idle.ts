// Not in session.ts: every admin function imports this, and would bundle the sign-in schemas, too.

/** A session ends after this time without a request. */
export const SESSION_IDLE_MINUTES = 60
