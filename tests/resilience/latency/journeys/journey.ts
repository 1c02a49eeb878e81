import type { Locator, Page } from 'playwright'
import type { EndpointName } from '../requests.ts'

/** Whose vouchers are redeemed. */
export const [FINDER, REDEEMER] = ['finder@visitor.example', 'redeemer@visitor.example']

/** What the world has ready for its visitors: the codes of these vouchers. */
export interface VisitorData {
  codes: string[]
}

/** Somebody on a page, with one press whose answer may take long or never come. */
export interface Journey {
  /** What the press asks for. */
  endpoint: EndpointName
  /** By what the visitor is known who gets something out of it, once. */
  email?: string
  /** Up to the press, in a world that is well. */
  prepare: (page: Page, given: VisitorData) => Promise<void>
  press: (page: Page) => Promise<void>
  /** Shows that it was done. */
  done: (page: Page) => Locator
  /** What may be read where it was not done, or nobody knows. */
  allowedTexts: string[]
  retryButton: (page: Page) => Locator
  /** From there to the end. */
  finish?: (page: Page) => Promise<void>
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
