import { computed, signal } from '@preact/signals-react'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { londonDay } from '#contract/send-date.ts'
import {
  NO_WEBSITE,
  SavedWebsiteSchema,
  saveWebsiteEndpoint,
  websiteEndpoint,
  websiteProblems,
  type Website,
  type WebsiteReply,
} from '#contract/website.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { session } from '#islands/admin/session/session.store.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { isKept, keepDraft, takeDraft } from '#islands/admin/shared/kept-drafts.ts'
import { queryClient } from '#islands/admin/shared/server-data.ts'
import {
  checkDraft,
  draftOf,
  isSame,
  type Draft,
  type OwnParts,
} from '#islands/admin/website/website-draft.ts'
import {
  changesBetween,
  mergeDrafts,
  partsOf,
  readPart,
  writePart,
  type Conflicts,
} from '#islands/admin/website/website-parts.ts'
import { ApiError, fieldErrorsOf, isUndecided } from '#lib/api.ts'

export const websiteQuery = queryOptions({
  queryKey: ['website'],
  queryFn: () => adminCall(websiteEndpoint, undefined),
  refetchOnMount: 'always',
})

/** What is saved. */
export const saved = signal<WebsiteReply | undefined>(undefined)
/** What is typed. It stays while another tab is open. */
export const draft = signal<Draft | undefined>(undefined)
/** What the draft is based on. */
const base = signal<Draft | undefined>(undefined)
/** Saved values of parts that were changed both here and elsewhere. */
export const conflicts = signal<Conflicts>({})

type SaveState = { name: 'idle' } | { name: 'saving' } | { name: 'failed'; message: string }
export const saveState = signal<SaveState>({ name: 'idle' })

/** Paths whose errors are shown: those that were typed into. After Save, all are. */
const touched = signal<ReadonlySet<string>>(new Set())
const isSaveTried = signal(false)
const serverProblems = signal<Record<string, string>>({})
/** What becomes of a part although nobody changes it: the owner's own, or as in src/content. Others are as saved. */
const chosen = signal<Partial<OwnParts>>({})

export const today = (): string => londonDay(new Date())

export const parts = computed(() => partsOf(saved.value?.therapies ?? []))

const ownPartsOf = ({ opening, notice, contact, gettingHere, prices }: Website): OwnParts => ({
  opening: opening !== null,
  notice: notice !== null,
  contact: contact !== null,
  gettingHere: gettingHere !== null,
  prices: prices !== null,
})

const savedParts = computed(() => ownPartsOf(saved.value?.website ?? NO_WEBSITE))
const ownParts = computed(() => ({ ...savedParts.value, ...chosen.value }))

/** The values of src/content as text. */
const filesDraft = computed(() => saved.value && draftOf({ ...saved.value, website: NO_WEBSITE }, today()))

const checked = computed(() => {
  const [typed, files, reply] = [draft.value, filesDraft.value, saved.value]
  if (!typed || !files || !reply) return { website: undefined, problems: {} }
  const { website, problems } = checkDraft(typed, files, ownParts.value)
  const late = website ? websiteProblems(website, reply.website, today()) : {}
  return { website: Object.keys(late).length === 0 ? website : undefined, problems: { ...problems, ...late } }
})

/** Returns the saved text of a field, in a list that of the same row; undefined in a row that is new. */
export function savedText(path: string): string | undefined {
  let [before, typed]: unknown[] = [base.value, draft.value]
  for (const name of path.split('.')) {
    typed = (typed as Record<string, unknown> | undefined)?.[name]
    before = Array.isArray(before)
      ? before.find((row: { key?: number }, at) =>
          row.key === undefined ? at === Number(name) : row.key === (typed as { key?: number }).key,
        )
      : (before as Record<string, unknown> | undefined)?.[name]
  }
  return typeof before === 'string' ? before : undefined
}

/** The error messages on the screen, by path. */
export const errors = computed((): Record<string, string> => {
  const all = { ...checked.value.problems, ...serverProblems.value }
  if (isSaveTried.value) return all
  return Object.fromEntries(Object.entries(all).filter(([path]) => touched.value.has(path)))
})

/** What is typed and not saved, in words. */
export const unsaved = computed(() => {
  if (!draft.value || !base.value) return []
  return changesBetween(parts.value, base.value, draft.value, today())
})

export const isUnsaved = computed(() => unsaved.value.length > 0 || !isSame(ownParts.value, savedParts.value))

/**
 * From now on has the browser ask before the portal is left with something unsaved, whichever tab is open. Not after signing
 * out, when nothing may stay on the screen.
 */
export const askBeforeLeaving = (): void => addEventListener('beforeunload', askIfUnsaved)

function askIfUnsaved(event: BeforeUnloadEvent): void {
  if (session.value && isUnsaved.value && !isKept()) event.preventDefault()
}

/** Brings back what was typed before a reload; the next response merges it with what is saved. */
function restoreDraft(): void {
  const kept = v.safeParse(KeptSchema, takeDraft('website'))
  if (!kept.success) return
  draft.value = kept.output.draft
  base.value = kept.output.base
  chosen.value = kept.output.chosen
}

const anything = v.custom<Draft>((value) => typeof value === 'object' && value !== null)
const KeptSchema = v.object({
  draft: anything,
  base: anything,
  chosen: v.custom<Partial<OwnParts>>((value) => typeof value === 'object'),
})

restoreDraft()
keepDraft('website', () =>
  isUnsaved.value ? { draft: draft.value, base: base.value, chosen: chosen.value } : undefined,
)

/** Whether a part is made up, and is left out on the live website until the owner saves her own. */
export const isExample = (part: 'prices' | 'gettingHere'): boolean =>
  saved.value !== undefined && saved.value.examples[part] && !ownParts.value[part]

/** Makes a part the owner's own as it is. */
export const adoptPart = (part: keyof Website): void => {
  chosen.value = { ...chosen.value, [part]: true }
}

/** Shows what is saved, and keeps what was typed. */
export function showSaved(reply: WebsiteReply): void {
  const [typed, before, shown] = [draft.value, base.value, saved.value]
  if (shown === reply) return
  const newest = draftOf(reply, today())
  saved.value = reply
  base.value = newest
  if (!typed || !before) {
    draft.value = newest
    return
  }
  if (reply.version === shown?.version && isSame(before, newest)) {
    // Row by row the same: keeps what has the focus.
    base.value = before
    return
  }
  const merged = mergeDrafts(partsOf(reply.therapies), { base: before, typed, newest })
  draft.value = merged.draft
  conflicts.value = merged.conflicts
}

/** Changes a field. */
export function change(path: string, value: unknown): void {
  if (!draft.value) return
  draft.value = writePart(draft.value, path, value)
  touched.value = new Set([...touched.value, path])
  serverProblems.value = {}
  if (saveState.value.name === 'failed') saveState.value = { name: 'idle' }
}

/** Sets the first day of a closure or notice; the last follows if it is missing or would be earlier. */
export function changeFirstDay(path: string, day: string): void {
  change(`${path}.from`, day)
  const to = readPart(draft.value!, `${path}.to`) as string
  if (to < day) change(`${path}.to`, day)
}

/** Adds a row to a list. */
export const addRow = (path: string, row: object): void => changeRows(path, (rows) => [...rows, row])

export const removeRow = (path: string, at: number): void =>
  changeRows(path, (rows) => rows.filter((_, index) => index !== at))

function changeRows(path: string, edit: (rows: unknown[]) => unknown[]): void {
  change(path, edit(readPart(draft.value!, path) as unknown[]))
  // The rows have other paths now.
  touched.value = new Set([...touched.value].filter((other) => !other.startsWith(`${path}.`)))
}

/** Takes over what somebody else has saved of a part. */
export function takeTheirs(path: string): void {
  change(path, structuredClone(conflicts.value[path]))
  dropConflict(path)
}

export function dropConflict(path: string): void {
  const { [path]: _, ...others } = conflicts.value
  conflicts.value = others
}

/**
 * Loads values into the form, such as those of an earlier version. They are not saved before Save is pressed; parts that
 * are null stay so. Returns a function that brings back what was typed.
 */
export function loadIntoForm(website: Website): () => void {
  return replaceDraft(saved.value && draftOf({ ...saved.value, website }, today()), ownPartsOf(website))
}

/** Forgets what was typed. Returns a function that brings it back. */
export function discard(): () => void {
  return replaceDraft(base.value, {})
}

function replaceDraft(next: Draft | undefined, parts: Partial<OwnParts>): () => void {
  const before = { draft: draft.value, conflicts: conflicts.value, chosen: chosen.value }
  draft.value = next
  chosen.value = parts
  conflicts.value = {}
  forgetErrors()
  return () => {
    draft.value = before.draft
    conflicts.value = before.conflicts
    chosen.value = before.chosen
  }
}

function forgetErrors(): void {
  touched.value = new Set()
  isSaveTried.value = false
  serverProblems.value = {}
  saveState.value = { name: 'idle' }
}

/** Saves what is typed. Returns whether it is saved. */
export async function save(): Promise<boolean> {
  if (saveState.value.name === 'saving') return false
  isSaveTried.value = true
  const { website } = checked.value
  if (!website || !saved.value) return false
  const sent = draft.value
  saveState.value = { name: 'saving' }
  try {
    const reply = await adminCall(saveWebsiteEndpoint, { website, version: saved.value.version })
    chosen.value = {}
    // What was typed while it was saved stays.
    base.value = sent
    forgetErrors()
    conflicts.value = {}
    queryClient.setQueryData(websiteQuery.queryKey, reply)
    showSaved(reply)
    return true
  } catch (error) {
    serverProblems.value = Object.fromEntries(
      Object.entries(fieldErrorsOf(error)).map(([path, message]) => [
        path.replace(/^website\./, ''),
        message,
      ]),
    )
    saveState.value = { name: 'failed', message: messageOf(error) }
    showNewer(error)
    return false
  }
}

/** Shows both values of what somebody else has saved meanwhile. */
function showNewer(error: unknown): void {
  const current = v.safeParse(SavedWebsiteSchema, error instanceof ApiError && error.body?.current)
  if (current.success && saved.value) showSaved({ ...saved.value, ...current.output })
}

const messageOf = (error: unknown) =>
  isUndecided(error)
    ? 'We cannot tell whether this was saved. Nothing you typed is lost, so please save it again.'
    : errorMessage(error, 'This could not be saved. Nothing you typed is lost, so please try again.')
