/** Opens the policy in a new tab, so that nothing typed is lost. */
export function PrivacyNote() {
  return (
    <p className="text-small text-soft">
      How we use what you send:{' '}
      <a href="/privacy-policy" target="_blank" rel="noopener">
        Privacy Policy (opens in a new tab)
      </a>
      .
    </p>
  )
}
