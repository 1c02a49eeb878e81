import type { SavedWebsite } from '#contract/website.ts'
import { DomainError } from '#server/domain-error.ts'
import type { WebsiteState } from '#server/website/website-rows.ts'

/** With the other's values, as `current`. */
export function changedMeanwhile({ website, version, savedBy, savedAt }: WebsiteState): DomainError {
  const current: SavedWebsite = { website, version, savedBy, savedAt }
  return new DomainError(
    'changed_meanwhile',
    `${savedBy ?? 'Someone else'} has just saved other changes. Nothing of yours was saved.`,
    { current },
  )
}
