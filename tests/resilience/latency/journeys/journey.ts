import type { Locator, Page } from 'playwright'
import type { EndpointName } from '#tests/resilience/latency/latency-requests.ts'

/** Recipients whose vouchers are redeemed. */
export const [FINDER, REDEEMER] = ['finder@visitor.example', 'redeemer@visitor.example']

/** Codes of the vouchers of FINDER and REDEEMER. */
export interface VisitorData {
  codes: string[]
}

/** A visitor's journey with one press whose response may be late or missing. */
export interface Journey {
  /** The endpoint that the press requests. */
  endpoint: EndpointName
  /** Email that must receive exactly one result. */
  email?: string
  /** Everything before the press, without delays. */
  prepare: (page: Page, given: VisitorData) => Promise<void>
  press: (page: Page) => Promise<void>
  /** Visible on success. */
  done: (page: Page) => Locator
  /** Texts that may be shown if the press failed or its result is unknown. */
  allowedTexts: string[]
  retryButton: (page: Page) => Locator
  /** The rest of the journey. */
  finish?: (page: Page) => Promise<void>
}

export const buttonNamed = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
