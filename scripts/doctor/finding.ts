/** `unseen` could not be looked at; `yours` is what only a person can see or do, and no fault. */
export type State = 'ok' | 'wrong' | 'unseen' | 'yours'

export interface Finding {
  state: State
  /** A sentence. Never a secret, and no words of a provider's, which may quote one. */
  message: string
  /** What to do about it. */
  next?: string
}

export interface Check {
  /** The heading that it stands under. */
  about: string
  run: () => Finding[] | Promise<Finding[]>
  /** What an error of this provider's means; undefined for one that says nothing. */
  explain?: (error: unknown) => Finding | undefined
}

export const ok = (says: string): Finding => ({ state: 'ok', message: says })
export const wrong = (says: string, next: string): Finding => ({ state: 'wrong', message: says, next })
export const unseen = (says: string, next: string): Finding => ({ state: 'unseen', message: says, next })
export const yours = (says: string, next: string): Finding => ({ state: 'yours', message: says, next })
