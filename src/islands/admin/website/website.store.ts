import { computed, signal } from '@preact/signals-react'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { londonDay } from '#contract/base/send-date.ts'
import {
  NO_WEBSITE,
  saveWebsiteEndpoint,
  websiteEndpoint,
  WebsitePartsSchema,
  websiteProblems,
  type Website,
  type WebsitePart,
  type WebsiteParts,
  type WebsiteReply,
} from '#contract/website/website.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { session } from '#islands/admin/session/session.store.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { isKept, keepDraft, takeDraft } from '#islands/admin/shared/kept-drafts.ts'
import { queryClient } from '#islands/admin/shared/server-data.ts'
import { slotOf } from '#islands/admin/website/slot.ts'
import {
  changesIn,
  lastDayNamed,
  textsOf,
  WEBSITE_PARTS,
  type Texts,
} from '#islands/admin/website/website-texts.ts'
import { ApiError, fieldErrorsOf, isUndecided } from '#lib/api.ts'
import { serverNow } from '#lib/server-time.ts'

export const websiteQuery = queryOptions({
  queryKey: ['website'],
  queryFn: () => adminCall(websiteEndpoint, undefined),
  refetchOnMount: 'always',
})

/** What is saved. */
export const saved = signal<WebsiteReply | undefined>(undefined)

/** Shows what is saved, unless something newer is shown. What is typed stays. */
export function showSaved(reply: WebsiteReply): void {
  if (reply.version >= (saved.value?.version ?? 0)) saved.value = reply
}

export const today = (): string => londonDay(serverNow())

const savedTexts = computed(() => saved.value && textsOf(saved.value, today()))
/** The website as delivered. */
const filesTexts = computed(() => saved.value && textsOf({ ...saved.value, website: NO_WEBSITE }, today()))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export type WebsiteForm<Part extends WebsitePart> = ReturnType<typeof createWebsiteForm<Part>>

/** Creates the state of a form. `follow` is called with what its fields showed before a change. */
function createWebsiteForm<Part extends WebsitePart>(part: Part, follow?: (before: Texts[Part]) => void) {
  /** Undefined: nothing is typed. Null: an earlier version was loaded in which the part is as delivered. */
  const typed = signal<Texts[Part] | null | undefined>(undefined)
  /** The version that `typed` is based on. */
  const version = signal(0)
  const errors = signal<Record<string, string>>({})
  /** Why it is not saved. */
  const message = signal('')
  /** Somebody else has saved the part. */
  const isOutdated = signal(false)
  const isSaving = signal(false)
  const text = () => (typed.value === null ? filesTexts : savedTexts).value![part]
  const shown = () => typed.value ?? text()

  /** Types a value; undefined forgets what is typed. Returns a function that brings that back. */
  function replace(value: Texts[Part] | null | undefined): () => void {
    const before = typed.value
    const basedOn = version.value
    forgetProblems()
    version.value = saved.value!.version
    const own = saved.value!.website[part] !== null
    const isSaved = value === null ? !own : own && isSame(value, savedTexts.value![part])
    typed.value = isSaved ? undefined : value
    return () => {
      typed.value = before
      version.value = basedOn
    }
  }

  function forgetProblems(): void {
    errors.value = {}
    message.value = ''
    isOutdated.value = false
  }

  function write(value: Texts[Part], name: string): void {
    const before = shown()
    if (typed.value === undefined) version.value = saved.value!.version
    // Text that is as saved is not typed. While it is being saved, something else is going to be.
    typed.value = !isSaving.value && isSame(value, savedTexts.value![part]) ? undefined : value
    // An error of two days or times is at the second.
    const cleared = [name, name.replace(/\.from$/, '.to')]
    errors.value = Object.fromEntries(
      Object.entries(errors.value).filter(
        ([path]) => !cleared.some((each) => `${path}.`.startsWith(`${each}.`)),
      ),
    )
    if (!isOutdated.value) message.value = ''
    follow?.(before)
  }

  /** Returns what to send, or undefined after it has set `errors`. */
  function validate(): WebsiteParts | undefined {
    const isNone =
      typed.value === null || (part === 'notice' && (shown() as Texts['notice']).text.trim() === '')
    const parsed = v.safeParse(WebsitePartsSchema, { [part]: isNone ? null : shown() })
    const found: Record<string, string> = parsed.success
      ? websiteProblems(parsed.output, saved.value!.website, today())
      : {}
    for (const issue of parsed.issues ?? []) found[v.getDotPath(issue) ?? ''] ??= issue.message
    errors.value = found
    return parsed.success && Object.keys(found).length === 0 ? parsed.output : undefined
  }

  /** Returns whether it is saved. */
  async function save(): Promise<boolean> {
    if (isSaving.value) return false
    // Or the press of a button would make examples the owner's own.
    if (typed.value === undefined && saved.value!.brokenVersion === null) return true
    const website = validate()
    if (!website) return false
    const sent = typed.value
    isSaving.value = true
    try {
      const basedOn = sent === undefined ? saved.value!.version : version.value
      const reply = await adminCall(saveWebsiteEndpoint, { website, version: basedOn })
      forgetProblems()
      // What was typed while it was saved stays.
      if (typed.value === sent) typed.value = undefined
      version.value = reply.version
      queryClient.setQueryData(websiteQuery.queryKey, reply)
      showSaved(reply)
      return true
    } catch (error) {
      errors.value = Object.fromEntries(
        Object.entries(fieldErrorsOf(error)).map(([path, problem]) => [
          path.replace(/^website\./, ''),
          problem,
        ]),
      )
      message.value = messageOf(error)
      if (error instanceof ApiError && error.body?.code === 'changed_meanwhile') await showTheirs()
      return false
    } finally {
      isSaving.value = false
    }
  }

  async function showTheirs(): Promise<void> {
    try {
      showSaved(await queryClient.fetchQuery({ ...websiteQuery, staleTime: 0 }))
      isOutdated.value = typed.value !== undefined
    } catch {
      // The next save tries again.
    }
  }

  return {
    part,
    /** What the fields show. */
    slot: slotOf(part, { errors, read: shown, write }),
    typed,
    version,
    errors,
    message,
    isSaving,
    isOutdated,
    isUnsaved: computed(() => {
      if (typed.value === undefined) return false
      // Brought back after a reload.
      if (!saved.value) return true
      const isDelivered = saved.value.website[part] === null
      if (typed.value === null || isDelivered) return (typed.value === null) !== isDelivered
      return !isSame(typed.value, savedTexts.value![part])
    }),
    /** What is typed and not saved, in words. */
    changes: computed(() => {
      if (!saved.value) return []
      const context = { therapies: saved.value.therapies, today: today() }
      return changesIn(part, savedTexts.value![part], shown(), context)
    }),
    save,
    replace,
    /** Saves what the fields show as the owner's own, even if it is as delivered. */
    adopt() {
      typed.value = shown()
      return save()
    },
    /** Forgets what is typed. Returns a function that brings it back. */
    discard() {
      const before = shown()
      const undo = replace(undefined)
      follow?.(before)
      return () => {
        const after = shown()
        undo()
        follow?.(after)
      }
    },
    /** What somebody else has saved is replaced with the next save. */
    keepMine() {
      version.value = saved.value!.version
      forgetProblems()
    },
  }
}

/** The last day that the notice had from the closure it names. */
let followedDay = ''

/** Sets the last day of the notice to that of the closure it names, unless the owner has chosen another one. */
function followClosure(was: string, is: string): void {
  const to = notice.slot.at('to')
  if (was !== '') followedDay = was
  if (is !== was && (to.value === '' || to.value === followedDay)) to.set(is)
}

const opening = createWebsiteForm('opening', (before) => {
  const [was, is] = [before, opening.slot.value].map((each) => lastDayNamed(notice.slot.value, each))
  // A closure whose days are being changed may have none for a moment.
  followClosure(was!, is! || was!)
})
const notice: WebsiteForm<'notice'> = createWebsiteForm('notice', (before) => {
  const [was, is] = [before, notice.slot.value].map((each) => lastDayNamed(each, opening.slot.value))
  if (before.text !== notice.slot.value.text) followClosure(was!, is!)
})

export const websiteForms = {
  opening,
  notice,
  contact: createWebsiteForm('contact'),
  gettingHere: createWebsiteForm('gettingHere'),
  prices: createWebsiteForm('prices'),
}

const allForms = WEBSITE_PARTS.map((part) => websiteForms[part])

export const isUnsaved = computed(() => allForms.some((form) => form.isUnsaved.value))
export const isSaving = computed(() => allForms.some((form) => form.isSaving.value))
/** How many changes are typed and not saved. */
export const unsavedCount = computed(() => allForms.flatMap((form) => form.changes.value).length)

/** Saves what is typed. Returns the first part that is not saved. */
export async function saveAll(): Promise<WebsitePart | undefined> {
  for (const form of allForms) {
    if (form.isUnsaved.value && !(await form.save())) return form.part
  }
  return undefined
}

/**
 * Loads values into the forms, such as those of an earlier version. They are not saved before Save is pressed; parts that
 * are null stay so. Returns a function that brings back what was typed.
 */
export function loadIntoForms(website: Website): () => void {
  const texts = textsOf({ ...saved.value!, website }, today())
  const load = <Part extends WebsitePart>(form: WebsiteForm<Part>) =>
    form.replace(website[form.part] === null ? null : texts[form.part])
  const undos = [
    load(websiteForms.opening),
    load(websiteForms.notice),
    load(websiteForms.contact),
    load(websiteForms.gettingHere),
    load(websiteForms.prices),
  ]
  return () => undos.forEach((undo) => undo())
}

/** Whether a part is made up, and is left out on the live website until the owner saves her own. */
export const isExample = (part: 'prices' | 'gettingHere'): boolean =>
  saved.value !== undefined &&
  saved.value.examples[part] &&
  (saved.value.website[part] === null || websiteForms[part].typed.value === null)

/**
 * From now on has the browser ask before the portal is left with something unsaved, whichever tab is open. Not after signing
 * out, when nothing may stay on the screen.
 */
export const askBeforeLeaving = (): void => addEventListener('beforeunload', askIfUnsaved)

function askIfUnsaved(event: BeforeUnloadEvent): void {
  if (session.value && isUnsaved.value && !isKept()) event.preventDefault()
}

/** By part. */
const KeptSchema = v.record(
  v.picklist(WEBSITE_PARTS),
  v.object({
    typed: v.nullable(v.custom<object>((value) => typeof value === 'object' && value !== null)),
    version: v.number(),
  }),
)

/** Brings back what was typed before a reload. */
function restoreDrafts(): void {
  const kept = v.safeParse(KeptSchema, takeDraft('website'))
  if (!kept.success) return
  for (const form of allForms) {
    const draft = kept.output[form.part]
    if (!draft) continue
    form.typed.value = draft.typed as never
    form.version.value = draft.version
  }
}

restoreDrafts()
keepDraft('website', () => {
  const unsaved = allForms.filter((form) => form.isUnsaved.value)
  if (unsaved.length === 0) return undefined
  return Object.fromEntries(
    unsaved.map(({ part, typed, version }) => [part, { typed: typed.value, version: version.value }]),
  )
})

const messageOf = (error: unknown) =>
  isUndecided(error)
    ? 'We cannot tell whether this was saved. Nothing you typed is lost, so please save it again.'
    : errorMessage(error, 'This could not be saved. Nothing you typed is lost, so please try again.')
