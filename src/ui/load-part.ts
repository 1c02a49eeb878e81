/** In ms: a phone may change its network meanwhile. */
const RETRY_DELAY = 1000

/**
 * Loads scripts that the page did not begin with; every dynamic import goes through here. Tries once more. Throws if they
 * cannot be loaded, such as those of a deploy that is gone: then only a reload helps (LoadFailed.tsx).
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY))
    return load()
  }
}
