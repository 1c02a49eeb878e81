/** The river's still picture becomes a film once the page has come to rest, and only while somebody may see it. Who asked
 *  for less motion or less data is not sent it, unless they press Play film. */
export function film(): void {
  const stage = document.querySelector('[data-film]')
  const video = stage?.querySelector('video')
  const button = stage?.querySelector('button')
  const label = button?.querySelector('span')
  if (!stage || !video || !button || !label) return

  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let wanted = !lessMotion.matches && !savesData()
  let atRest = false
  let inView = false

  const refused = ({ name }: DOMException) => {
    // Some phones play nothing by themselves while they save power.
    if (name === 'NotAllowedError') want(false)
  }
  const follow = () => {
    if (wanted && atRest && inView && !document.hidden) video.play().catch(refused)
    else video.pause()
  }
  const want = (yes: boolean) => {
    wanted = yes
    button.toggleAttribute('data-paused', !yes)
    label.textContent = yes ? 'Pause film' : 'Play film'
    follow()
  }

  want(wanted)
  button.hidden = false
  button.addEventListener('click', () => {
    atRest = true
    want(!wanted)
  })
  // No file that this browser gets and can play: the picture stays as it is. Only the last source tells.
  video.lastElementChild?.addEventListener('error', () => (button.hidden = true))
  whenPainted(video, () => stage.setAttribute('data-rolling', ''))
  lessMotion.addEventListener('change', ({ matches }) => matches && want(false))
  document.addEventListener('visibilitychange', follow)
  new IntersectionObserver(([entry]) => {
    inView = entry?.isIntersecting === true
    follow()
  }).observe(stage)
  whenAtRest(() => {
    atRest = true
    follow()
  })
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? '')
}

function whenAtRest(then: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, 500))
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}

/** Once a frame has been painted unseen. Were the first one seen, the film would count as the page's largest paint. */
function whenPainted(video: HTMLVideoElement, then: () => void): void {
  const afterNext = () => requestAnimationFrame(() => requestAnimationFrame(then))
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(afterNext)
  else (video as HTMLVideoElement).addEventListener('playing', afterNext, { once: true })
}
