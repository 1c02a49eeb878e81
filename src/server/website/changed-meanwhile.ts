import type { SavedWebsite } from '#contract/website.ts'
import { DomainError } from '#server/domain-error.ts'
import type { WebsiteState } from '#server/website/website-rows.ts'

/** With the other's values, as `current`. `outcome`: what has become of the request, as a sentence. */
export function changedMeanwhile(
  { website, version, savedBy, savedAt }: WebsiteState,
  outcome: string,
): DomainError {
  const current: SavedWebsite = { website, version, savedBy, savedAt }
  return new DomainError(
    'changed_meanwhile',
    `${savedBy ?? 'Someone else'} has just saved other changes. ${outcome}`,
    { current },
  )
}
