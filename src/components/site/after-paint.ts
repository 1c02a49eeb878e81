import type { ClientDirective } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:after-paint'?: boolean
  }
}

/**
 * `client:after-paint` hydrates an island as soon as the page is painted, with the whole stylesheet, which has the rules of
 * what the island adds. The scripts of `client:load` and `client:visible` compete with the first paint.
 */
const afterPaint: ClientDirective = (load) => {
  void hydrate(load)
}

async function hydrate(load: Parameters<ClientDirective>[0]) {
  await untilPainted()
  dispatchEvent(new Event('insertlater'))
  const stylesheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!
  const [start] = await Promise.all([load(), untilLoaded(stylesheet)])
  await start()
}

/** Until first-paint.ts starts the page. */
const untilPainted = async () =>
  new Promise<unknown>((resolve) => {
    if ('painted' in document.documentElement.dataset) resolve(null)
    addEventListener('painted', resolve)
  })

const untilLoaded = async (stylesheet: HTMLLinkElement) =>
  new Promise<unknown>((resolve) => {
    if (stylesheet.sheet) resolve(null)
    for (const end of ['load', 'error']) stylesheet.addEventListener(end, resolve)
  })

export default afterPaint
