import type { PageListener } from '#local/netlify/serve-pages.ts'

const ICON_MS = 1000

/**
 * Answers requests for the icon late. The browser makes them once the page has loaded; an icon that happens to arrive before
 * the largest paint, for which it is not needed, would count for that paint in Lighthouse.
 */
export const withLateIcon =
  (pages: PageListener): PageListener =>
  (request, response) => {
    if (!request.url?.startsWith('/favicon.')) return pages(request, response)
    setTimeout(() => pages(request, response), ICON_MS)
  }
