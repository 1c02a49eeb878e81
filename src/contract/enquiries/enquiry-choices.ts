// Choices of enquiries. Apart from their endpoints, because every function that sends emails imports these, and would bundle
// the schemas, too.

/** Parts of a day that a visitor can prefer. Stored in the database. */
export const dayParts = ['morning', 'midday', 'evening'] as const

export const enquiryKinds = ['appointment', 'message', 'question'] as const
/** `booked`: confirmed appointments that are not over. */
export const enquiryStates = ['unanswered', 'booked', 'answered'] as const
