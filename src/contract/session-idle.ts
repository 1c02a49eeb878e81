// By itself, as every function of the portal needs it, and none of them the schemas of signing in.

/** A session that is not used for so long ends. */
export const SESSION_IDLE_MINUTES = 60
