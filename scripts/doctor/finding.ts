/** `unseen`: could not be checked. `yours`: only the owner can check or do it; not a fault. */
export type FindingState = 'ok' | 'wrong' | 'unseen' | 'yours'

export interface Finding {
  state: FindingState
  /** A sentence. Contains no secret and no text of a provider, which may quote one. */
  message: string
  /** What to do about it. */
  next?: string
}

export interface Check {
  /** Its heading in the report. */
  about: string
  run: () => Finding[] | Promise<Finding[]>
  /** Returns the finding for an error of this provider, or undefined if the error has no known meaning. */
  explain?: (error: unknown) => Finding | undefined
}

export const ok = (says: string): Finding => ({ state: 'ok', message: says })
export const wrong = (says: string, next: string): Finding => ({ state: 'wrong', message: says, next })
export const unseen = (says: string, next: string): Finding => ({ state: 'unseen', message: says, next })
export const yours = (says: string, next: string): Finding => ({ state: 'yours', message: says, next })
