/** Opens the policy in a new tab, so that nothing typed is lost. */
export function PrivacyNote() {
  return (
    <p className="text-small text-soft">
      Our{' '}
      <a href="/privacy-policy" target="_blank" rel="noopener">
        Privacy Policy (opens in a new tab)
      </a>{' '}
      explains how we use your details.
    </p>
  )
}
