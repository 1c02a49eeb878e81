/**
 * How often strangers may do what costs something. Each is counted in the first statement of a request, before Stripe,
 * the outbox or a slow hash, so that a refused request costs one statement. Per network of the visitor (`hashAddress`),
 * unless noted.
 */
export const RATE_LIMITS = {
  /**
   * Only protects Stripe and the database from floods: the customers of a mobile network share one address. Abuse is
   * limited by declines and by lapsed reservations.
   */
  start: { kind: 'intent', limit: 300, windowMinutes: 10 },
  /** The same for an IPv6 /48, which some lines at home have: that of eight networks. */
  startOfBlock: { kind: 'intent_of_block', limit: 8 * 300, windowMinutes: 10 },
  /**
   * Lets 200 buyers behind one address claim three times each. The limit need not stop guessing: a claim needs the
   * secret or the whole form.
   */
  claim: { kind: 'claim', limit: 600, windowMinutes: 10 },
  /** Claims of one intent by one address. Over all addresses, strangers who know an intent would lock its buyer out. */
  claimOfIntent: { kind: 'claim_of_intent', limit: 30, windowMinutes: 10 },
  /** Claims of intents without a payment here: honest ones exist only after a backup was restored. */
  unknownClaim: { kind: 'unknown_claim', limit: 20, windowMinutes: 10 },
  /** The same over all addresses. Stripe takes 100 requests a second, those of buyers and refunds among them. */
  unknownClaims: { kind: 'unknown_claims', limit: 60, windowMinutes: 1 },
  /** Declined cards, after which a caller waits (`selectDeclineWait`). */
  declines: { kind: 'decline', limit: 25, windowMinutes: 60 },
  enquiry: { kind: 'enquiry', limit: 5, windowMinutes: 10 },
  /**
   * Per recipient, so that nobody can flood somebody else's mailbox from many addresses. What is sent beyond it is still
   * stored and emailed to the clinic.
   */
  confirmation: { kind: 'confirmation', limit: 3, windowMinutes: 60 },
  /**
   * Over all recipients: complaints of strangers would cost the reputation by which vouchers arrive. Confirmations
   * beyond it wait.
   */
  confirmations: { kind: 'confirmations', limit: 60, windowMinutes: 60 },
  /** Tries of a code on the page "Your voucher", right or wrong. */
  findHeld: { kind: 'held', limit: 10, windowMinutes: 10 },
  /** Wrong ones over all addresses, of which an honest person makes few. Right codes are still answered. */
  heldMisses: { kind: 'held_misses', limit: 300, windowMinutes: 60 },
  /** Wrong ones per email address that was typed with them, after which its right code opens nothing either. */
  heldEmailMisses: { kind: 'held_email_misses', limit: 10, windowMinutes: 24 * 60 },
  /** Vouchers and receipts. */
  resendHeld: { kind: 'held_resend', limit: 5, windowMinutes: 10 },
  /** Per email address that was typed. */
  resendHeldTo: { kind: 'held_resend_to', limit: 1, windowMinutes: 24 * 60 },
  resendPurchasesTo: { kind: 'purchase_resend_to', limit: 1, windowMinutes: 24 * 60 },
  findPurchase: { kind: 'purchase', limit: 30, windowMinutes: 10 },
  /** Per purchase, for all changes together. */
  changeGift: { kind: 'gift_change', limit: 5, windowMinutes: 60 },
  /** Per purchase. The first one within the hour decides whether it is in time. */
  cancelPurchase: { kind: 'cancel', limit: 10, windowMinutes: 60 },
  /** Per admin. */
  changeAddress: { kind: 'address', limit: 5, windowMinutes: 60 },
  /** Per voucher. */
  resendVoucher: { kind: 'resend', limit: 5, windowMinutes: 60 },
  /** A challenge for a passkey is used once. */
  challenge: { kind: 'challenge', limit: 1, windowMinutes: 5 },
  signInWithPasskey: { kind: 'passkey', limit: 20, windowMinutes: 10 },
  /** Per person: proofs by a passkey. */
  provePasskey: { kind: 'passkey_proof', limit: 30, windowMinutes: 10 },
  /**
   * Per session, right or wrong. Whoever knows the password can open more: 120 random bits are out of reach, and a limit per
   * person would let them keep its owner out.
   */
  recoveryCode: { kind: 'recovery_code', limit: 10, windowMinutes: 24 * 60 },
  signIn: { kind: 'sign_in', limit: 20, windowMinutes: 10 },
  requestReset: { kind: 'reset', limit: 3, windowMinutes: 60 },
  resetPassword: { kind: 'reset_password', limit: 20, windowMinutes: 10 },
  /** Tries of the setup code. */
  welcome: { kind: 'welcome', limit: 5, windowMinutes: 60 },
  /** The same over all addresses: few enough for a code of 15 characters, more than keep the owner out in passing. */
  welcomes: { kind: 'welcomes', limit: 1000, windowMinutes: 60 },
  endSessions: { kind: 'end_sessions', limit: 20, windowMinutes: 10 },
  /** Codes that one of the staff looks up. A guest list of an evening is fewer; guessing needs many more. */
  findVoucher: { kind: 'find_voucher', limit: 120, windowMinutes: 60 },
  /** Per owner: each is an email to a stranger's address. */
  invitePerson: { kind: 'invitation', limit: 20, windowMinutes: 60 },
  /** Per admin, to their own address. */
  emailClosing: { kind: 'email_closing', limit: 10, windowMinutes: 60 },
} as const
